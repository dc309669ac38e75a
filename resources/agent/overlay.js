// The heatmap over the page: one mark per segment near the view, in a closed shadow root.
"use strict";

const MIN_LETTER_WIDTH = 150; // screen pixels
const LETTER_ROOM = 18; // screen pixels
const LETTER_HEIGHT = 15; // screen pixels
const BULLET_ROOM = 24; // page pixels
const BAND = 64; // page pixels
const CROWDED = 400; // segments in a band beyond which nobody could tell letters apart
const MAX_MARKS = 6000; // more at once in one place are no page but an attack

/** Draws the layer, the values on demand and the outlines; reads places from `Boxes`. */
class Overlay {
  constructor() {
    this.boxes = null;
    this.layer = null;
    this.style = null;
    this.values = [];
    /** Of segments that hold several values: runs [slot, char, slot, char, value]. */
    this.runs = new Map();
    this.marks = new Map();
    this.zoom = 1;
    this.figures = false;
    /** How often a mark was given another look; tests and measurements read it. */
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

  /** Begin with a page; nothing is drawn before there is a layer. */
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
    this.tree.change({ style });
    this.repaint(this.marks.keys());
  }

  setZoom(zoom) {
    this.zoom = zoom;
    this.host.style.setProperty("--u", String(1 / zoom));
    this.tree.change({ zoom });
    this.place();
  }

  setIntensity(factor) {
    this.host.style.setProperty("--i", String(factor));
    this.tree.change({ intensity: factor });
  }

  setShown(shown) {
    this.ground.className = shown ? "marks" : "marks off";
    this.tree.change({ shown });
  }

  setStrip(colour, height) {
    Object.assign(this.strip.style, {
      position: "fixed", left: 0, right: 0, bottom: 0, height: height + "px",
      background: colour, display: colour ? "block" : "none",
    });
  }

  setFigures(shown) {
    this.figures = shown;
    this.tree.change({ all: shown });
    this.repaint(this.marks.keys());
  }

  /** Take values that changed and, unless undefined, another layer; return how many marks look
   * different now. */
  show(segments, values, runs, layer) {
    const before = this.painted;
    segments.forEach((segment, at) => {
      this.values[segment] = values[at];
      if (runs[segment]) this.runs.set(segment, runs[segment]);
      else this.runs.delete(segment);
    });
    if (layer !== undefined) this.layer = layer;
    this.repaint(layer === undefined ? segments : this.marks.keys());
    return this.painted - before;
  }

  /** Put a mark on every segment in or near the view, and no other. */
  place() {
    if (!this.boxes) return;
    this.corner = this.host.getBoundingClientRect();
    const { top } = this.corner;
    const area = [-top - innerHeight, -top + 2 * innerHeight];
    const seen = this.boxes.between(...area).slice(0, MAX_MARKS);
    const wanted = new Set(seen);
    for (const [segment, mark] of this.marks) {
      if (!wanted.has(segment)) {
        mark.remove();
        this.marks.delete(segment);
      }
    }
    const bands = this.bands(seen, ...area);
    const tabs = new Map();
    const rooms = seen.map((segment) => this.roomOf(segment, bands, tabs));
    const runs = this.readRuns(seen);
    const fresh = document.createDocumentFragment();
    seen.forEach((segment, at) => {
      let mark = this.marks.get(segment);
      if (!mark) {
        mark = document.createElement("div");
        this.marks.set(segment, mark);
        fresh.append(mark);
      }
      this.move(segment, mark, rooms[at]);
      this.paint(segment, mark, runs);
    });
    this.ground.append(fresh);
    this.tree.place();
    this.outlines.place();
  }

  move(segment, mark, room) {
    const { left, top, width, height } = this.boxes;
    const where = [left[segment], top[segment], width[segment], height[segment], room].join();
    if (mark.where === where) return;
    mark.where = where;
    mark.room = room;
    mark.look = null; // parts stand relative to it
    put(mark, left[segment], top[segment], width[segment], height[segment]);
  }

  repaint(segments) {
    if (!this.boxes || !this.style) return;
    const shown = [...segments].filter((segment) => this.marks.has(segment));
    const runs = this.readRuns(shown);
    for (const segment of shown) this.paint(segment, this.marks.get(segment), runs);
  }

  /** Give a mark the look of its value, if that is another one. */
  paint(segment, mark, runs) {
    const value = this.values[segment];
    const look = this.style && lookOf(value, this.layer, this.style);
    const letter = look && mark.room ? look.letter : "";
    const figure = look && this.figures ? figureOf(value, this.layer) : "";
    const parts = look && runs.get(segment);
    const key = look ? JSON.stringify([look, letter, figure, parts]) : "";
    if (mark.look === key) return;
    mark.look = key;
    this.painted++;
    const names = look && ["mark", look.pattern, look.bar, letter && mark.room, parts && "mixed"];
    mark.className = names ? names.filter(Boolean).join(" ") : "";
    dress(mark, look);
    mark.dataset.letter = letter;
    mark.replaceChildren(...(parts ?? []).map((part) => this.part(part)));
    if (figure) mark.append(this.labelled(segment, figure));
  }

  part([value, left, top, width, height]) {
    const look = lookOf(value, this.layer, this.style);
    const part = document.createElement("div");
    part.className = look ? `run ${look.pattern}` : "";
    dress(part, look);
    put(part, left, top, width, height);
    return part;
  }

  labelled(segment, figure) {
    const label = document.createElement("div");
    label.className = "figure";
    label.textContent = figure;
    // Where lines are small, so is the figure: it must not hide its neighbours.
    const room = this.boxes.height[segment] * this.zoom / 1.25;
    label.style.setProperty("--f", Math.min(Math.max(room, 8), 11) / this.zoom + "px");
    return label;
  }

  /** Return the lines of each run of mixed segments, relative to the segment; reads only. */
  readRuns(segments) {
    const found = new Map();
    let corner = null;
    for (const segment of segments) {
      if (!this.runs.has(segment)) continue;
      corner ??= this.host.getBoundingClientRect();
      const x = corner.left + this.boxes.left[segment];
      const y = corner.top + this.boxes.top[segment];
      const parts = [];
      for (const [slot, char, lastSlot, lastChar, value] of this.runs.get(segment)) {
        const range = this.boxes.map.range(slot, char, lastSlot, lastChar);
        for (const line of range ? linesOf(range) : []) {
          parts.push([value, line.left - x, line.top - y, line.right - line.left,
            line.bottom - line.top]);
        }
      }
      found.set(segment, parts);
    }
    return found;
  }

  // -- letters -----------------------------------------------------------------------------

  /** Return the segments by horizontal band between two heights of the page, so that neighbours
   * are found quickly. */
  bands(segments, from, to) {
    const bands = new Map();
    for (const segment of segments) {
      const top = Math.max(this.boxes.top[segment], from);
      const bottom = Math.min(this.boxes.top[segment] + this.boxes.height[segment], to);
      const last = Math.floor(bottom / BAND);
      for (let band = Math.floor(top / BAND); band <= last; band++) {
        if (!bands.has(band)) bands.set(band, []);
        bands.get(band).push(segment);
      }
    }
    return bands;
  }

  /** Return the names of a mark whose letter can hang outside the left edge without covering text
   * or another letter, empty where there is no room. In lists it hangs beyond the bullet. */
  roomOf(segment, bands, tabs) {
    const { left, top, width } = this.boxes;
    if (width[segment] * this.zoom < MIN_LETTER_WIDTH) return "";
    const element = this.boxes.map.elements[this.boxes.segments.element[segment]];
    const listed = hasBullet(element);
    const right = left[segment] - (listed ? BULLET_ROOM : 0);
    const tab = {
      left: right - LETTER_ROOM / this.zoom, right,
      top: top[segment], bottom: top[segment] + LETTER_HEIGHT / this.zoom,
    };
    if (tab.left + this.corner.left + scrollX < 0 || element.closest("td, th")) return "";
    const touched = [];
    for (let band = Math.floor(tab.top / BAND); band <= Math.floor(tab.bottom / BAND); band++) {
      touched.push(band);
      if ((tabs.get(band) ?? []).some((other) => overlap(tab, other))) return "";
      const near = bands.get(band) ?? [];
      if (near.length > CROWDED) return "";
      if (near.some((other) => other !== segment && this.covers(other, tab))) return "";
    }
    for (const band of touched) tabs.set(band, [...tabs.get(band) ?? [], tab]);
    return listed ? "letter listed" : "letter";
  }

  covers(segment, tab) {
    const { left, top, width, height } = this.boxes;
    return overlap(tab, {
      left: left[segment], right: left[segment] + width[segment],
      top: top[segment], bottom: top[segment] + height[segment],
    });
  }
}

/** Return whether a bullet or number stands left of an element. */
function hasBullet(element) {
  if (element.localName !== "li") return false;
  const style = getComputedStyle(element);
  return style.display === "list-item" && style.listStylePosition === "outside" &&
    (style.listStyleType !== "none" || style.listStyleImage !== "none");
}

function overlap(one, other) {
  return one.left < other.right && one.right > other.left &&
    one.top < other.bottom && one.bottom > other.top;
}

function put(element, left, top, width, height) {
  Object.assign(element.style, {
    left: left + "px", top: top + "px", width: width + "px", height: height + "px",
  });
}

function dress(element, look) {
  element.style.setProperty("--c", look ? look.colour.join(" ") : "0 0 0");
  element.style.setProperty("--t", look ? look.tint : 0);
}

/** Return one rectangle per line of a range. */
function linesOf(range) {
  const lines = [];
  for (const rect of range.getClientRects()) {
    if (!solid(rect)) continue;
    const last = lines[lines.length - 1];
    const middle = (rect.top + rect.bottom) / 2;
    if (last && middle > last.top && middle < last.bottom && rect.left <= last.right + 2) {
      last.left = Math.min(last.left, rect.left);
      last.right = Math.max(last.right, rect.right);
      last.top = Math.min(last.top, rect.top);
      last.bottom = Math.max(last.bottom, rect.bottom);
    } else {
      lines.push({ left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom });
    }
  }
  return lines;
}
