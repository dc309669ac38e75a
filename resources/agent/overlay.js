// The heatmap over the page: one mark per segment near the view, in a closed shadow root.
import { linesOf, put } from "./geometry.js";
import { LetterRooms } from "./letters.js";
import { lookOf, valueText } from "./looks.js";
import { Outlines } from "./outlines.js";
import { SHEET } from "./overlay_style.js";
import { BoxTree } from "./tree.js";

const MAX_MARKS = 6000; // marks at once; only hostile pages have more segments in a view

/** Draws the layer, the requested values and the outlines; reads boxes from `Boxes`. */
export class Overlay {
  constructor() {
    this.boxes = null;
    this.layer = null;
    this.style = null;
    this.values = [];
    /** Runs [slot, char, slot, char, value] of segments with several values. */
    this.runs = new Map();
    this.marks = new Map();
    this.zoom = 1;
    this.valuesShown = false;
    /** Number of changes of a mark's look; read by tests and measurements. */
    this.painted = 0;
    this.host = document.createElement("boilerscope-overlay");
    const root = this.host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
    root.adoptedStyleSheets = [sheet];
    this.ground = document.createElement("div");
    this.ground.className = "marks";
    this.tree = new BoxTree();
    this.outlines = new Outlines(this.tree);
    this.strip = document.createElement("div");
    root.append(this.ground, this.tree.ground, this.outlines.ground, this.strip);
  }

  /** Begin with another page; nothing is drawn without a layer. */
  attach(boxes) {
    for (const mark of this.marks.values()) mark.remove();
    this.marks.clear();
    this.runs.clear();
    this.boxes = boxes;
    this.values = new Array(boxes.count).fill(null);
    this.tree.attach(boxes);
    this.outlines.attach(boxes);
  }

  setStyle(style) {
    this.style = style;
    const own = this.host.style;
    const channels = {
      "--s": style.selection, "--p": style.paper, "--k": style.ink, "--d": style.dots,
      "--bf": style.boilerplate_fill, "--bi": style.boilerplate_ink,
    };
    for (const [name, value] of Object.entries(channels)) own.setProperty(name, value.join(" "));
    own.setProperty("--h", style.hatch);
    this.tree.setStyle(style);
    this.repaint(this.marks.keys());
  }

  setZoom(zoom) {
    this.zoom = zoom;
    this.host.style.setProperty("--u", String(1 / zoom));
    this.tree.change({ zoom });
    this.outlines.setZoom(zoom);
    this.place();
  }

  setIntensity(factor) {
    this.host.style.setProperty("--i", String(factor));
    this.tree.change({ intensity: factor });
  }

  setShown(shown) {
    this.ground.classList.toggle("off", !shown);
    this.tree.change({ shown });
  }

  setLettersShown(shown) {
    this.ground.classList.toggle("unlettered", !shown);
  }

  setStrip(colour, height) {
    Object.assign(this.strip.style, {
      position: "fixed", left: 0, right: 0, bottom: 0, height: `${height}px`,
      background: colour, display: colour ? "block" : "none",
    });
  }

  setValuesShown(shown) {
    this.valuesShown = shown;
    this.tree.change({ all: shown });
    this.repaint(this.marks.keys());
  }

  /** Set changed values and, unless undefined, another layer; return how many marks look different
   * now. */
  show(segments, values, runs, layer) {
    const before = this.painted;
    segments.forEach((segment, index) => {
      this.values[segment] = values[index];
      if (runs[segment]) this.runs.set(segment, runs[segment]);
      else this.runs.delete(segment);
    });
    if (layer !== undefined) this.layer = layer;
    this.repaint(layer === undefined ? segments : this.marks.keys());
    return this.painted - before;
  }

  /** Put marks on exactly the segments in or near the view. */
  place() {
    if (!this.boxes) return;
    const corner = this.host.getBoundingClientRect();
    const area = { top: -corner.top - innerHeight, bottom: -corner.top + 2 * innerHeight };
    const seen = this.boxes.between(area.top, area.bottom).slice(0, MAX_MARKS);
    // Read everything before writing, so that the page is laid out once.
    const rooms = this.letterRooms(seen, area, -corner.left - scrollX);
    const runs = this.readRuns(seen);
    this.dropOthers(new Set(seen));
    const added = document.createDocumentFragment();
    seen.forEach((segment, index) => {
      if (!this.marks.has(segment)) {
        const mark = document.createElement("div");
        this.marks.set(segment, mark);
        added.append(mark);
      }
      const mark = this.marks.get(segment);
      this.move(segment, mark, rooms[index]);
      this.paint(segment, mark, runs);
    });
    this.ground.append(added);
    this.tree.place();
    this.outlines.place();
  }

  /** Remove the marks of all segments that are not in a set. */
  dropOthers(segments) {
    for (const [segment, mark] of this.marks) {
      if (segments.has(segment)) continue;
      mark.remove();
      this.marks.delete(segment);
    }
  }

  /** Return the class names of the letter of each segment, empty without a free place. */
  letterRooms(segments, area, leftmost) {
    const rects = segments.map((segment) => this.boxes.measured(segment));
    const rooms = new LetterRooms(rects, area, this.zoom, leftmost);
    return segments.map((segment, index) => {
      const element = this.boxes.map.elements[this.boxes.segments.element[segment]];
      const isListed = hasBullet(element);
      if (element.closest("td, th") || !rooms.take(rects[index], isListed)) return "";
      return isListed ? "letter listed" : "letter";
    });
  }

  move(segment, mark, room) {
    const { left, top, width, height } = this.boxes;
    const where = [left[segment], top[segment], width[segment], height[segment], room].join();
    if (mark.where === where) return;
    mark.where = where;
    mark.room = room;
    mark.look = null; // the positions of its parts depend on it
    put(mark, left[segment], top[segment], width[segment], height[segment]);
  }

  repaint(segments) {
    if (!this.boxes || !this.style) return;
    const shown = [...segments].filter((segment) => this.marks.has(segment));
    const runs = this.readRuns(shown);
    for (const segment of shown) this.paint(segment, this.marks.get(segment), runs);
  }

  /** Give a mark the look of its value, if it changed. */
  paint(segment, mark, runs) {
    const face = this.faceOf(segment, mark, runs);
    const key = face ? JSON.stringify(face) : "";
    if (mark.look === key) return;
    mark.look = key;
    this.painted++;
    mark.className = face ? namesOf(face, mark.room) : "";
    dress(mark, face?.look);
    mark.dataset.letter = face?.letter ?? "";
    mark.replaceChildren(...(face?.parts ?? []).map((part) => this.part(part)));
    if (face?.valueText) mark.append(this.labelled(segment, face.valueText));
  }

  /** Return the appearance of a segment, null for none. */
  faceOf(segment, mark, runs) {
    const value = this.values[segment];
    const look = this.style && lookOf(value, this.layer, this.style);
    return look && {
      look,
      letter: mark.room ? look.letter : "",
      valueText: this.valuesShown ? valueText(value, this.layer) : "",
      parts: runs.get(segment),
    };
  }

  part([value, left, top, width, height]) {
    const look = lookOf(value, this.layer, this.style);
    const part = document.createElement("div");
    part.className = look ? `run ${look.pattern}` : "";
    dress(part, look);
    put(part, left, top, width, height);
    return part;
  }

  labelled(segment, text) {
    const label = document.createElement("div");
    label.className = "value";
    label.textContent = text;
    // On small lines the value is small too, so that it does not hide its neighbours.
    const room = this.boxes.height[segment] * this.zoom / 1.25;
    label.style.setProperty("--f", `${Math.min(Math.max(room, 8), 11) / this.zoom}px`);
    return label;
  }

  /** Return the lines of each run of mixed segments, relative to the segment; write nothing. */
  readRuns(segments) {
    const lines = new Map();
    let corner = null;
    for (const segment of segments) {
      if (!this.runs.has(segment)) continue;
      corner ??= this.host.getBoundingClientRect();
      const x = corner.left + this.boxes.left[segment];
      const y = corner.top + this.boxes.top[segment];
      const parts = [];
      for (const [slot, char, lastSlot, lastChar, value] of this.runs.get(segment)) {
        const range = this.boxes.map.range(slot, char, lastSlot, lastChar);
        for (const line of range ? linesOf(range.getClientRects()) : []) {
          parts.push([value, line.left - x, line.top - y, line.right - line.left,
            line.bottom - line.top]);
        }
      }
      lines.set(segment, parts);
    }
    return lines;
  }
}

/** Return the class names of a mark. */
function namesOf({ look, letter, parts }, room) {
  const names = ["mark", look.pattern, look.bar, letter && room, parts && "mixed"];
  return names.filter(Boolean).join(" ");
}

/** Return whether an element has a bullet or number at its left. */
function hasBullet(element) {
  if (element.localName !== "li") return false;
  const style = getComputedStyle(element);
  return style.display === "list-item" && style.listStylePosition === "outside" &&
    (style.listStyleType !== "none" || style.listStyleImage !== "none");
}

function dress(element, look) {
  element.style.setProperty("--c", look ? look.colour.join(" ") : "0 0 0");
  element.style.setProperty("--t", look ? look.tint : 0);
}
