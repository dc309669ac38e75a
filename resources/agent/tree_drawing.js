// The drawing of boxes, separators and their labels above the page. It is SVG, because a canvas
// shows nothing if the scripts of a page are off.
import { isLight, tone } from "./colours.js";
import { RectGrid } from "./geometry.js";
import { degreeSpots, weightSpots } from "./label_spots.js";
import { SVG } from "./names.js";

const LEVEL_ROOM = 2; // screen pixels between the frames of nested boxes
const MIN_BAND = 2; // screen pixels; minimum width of a drawn separator
const CELL = 96; // screen pixels; cells of the search for neighbours of labels
const LABEL = { size: 11, height: 14, padding: 4 }; // screen pixels
const LABELLED = { width: 26, height: 11 }; // minimum box with a label, screen pixels
const LABELLED_LENGTH = 56; // minimum length of a separator with a label, screen pixels
const MAX_LABELS = 800; // at once; more are not legible

/** Drawing of a part of the page; positions are page pixels, sizes screen pixels. */
export class TreeDrawing {
  /**
   * @param {{left: number, top: number, right: number, bottom: number, ratio: number,
   *   bounds: object}} area  the shown part of the page, screen points per page pixel, limits of
   *   all boxes
   * @param {object} style  colours and opacities
   * @param {{pixel: number, scale: number, intensity: number}} sizes  points per screen pixel, size
   *   of the interface, factor of the tints
   */
  constructor(area, style, { pixel, scale, intensity }) {
    this.area = area;
    this.style = style;
    this.pixel = pixel;
    this.text = pixel * scale;
    this.intensity = intensity;
    this.size = this.points(area);
    this.bounds = this.points(area.bounds);
    /** Rectangles by their paint, so that many boxes need only few paths. */
    this.paths = new Map();
    this.labels = [];
    /** Areas that labels avoid: boxes of leaves if possible, other labels always. */
    this.covered = new RectGrid(CELL * pixel);
    this.taken = new RectGrid(CELL * pixel);
    /** Text, left, top, width and height of each label. */
    this.written = [];
    this.pen = document.createElement("canvas").getContext("2d");
    this.pen.font = `600 ${LABEL.size}px Inter, "DejaVu Sans", sans-serif`;
  }

  /** Show the drawing in an `svg` element. */
  show(ground) {
    const all = svgElement("g", {
      transform: `scale(${1 / this.area.ratio})`, "shape-rendering": "crispEdges",
    });
    for (const { paint, lines } of this.paths.values()) {
      all.append(svgElement("path", { ...paint, d: lines.join("") }));
    }
    all.append(...this.labels);
    ground.replaceChildren(all);
  }

  /** Add a rectangle to the path of its paint. */
  add(x, y, wide, high, paint) {
    const key = JSON.stringify(paint);
    if (!this.paths.has(key)) this.paths.set(key, { paint, lines: [] });
    this.paths.get(key).lines.push(`M${x} ${y}h${wide}v${high}h${-wide}z`);
  }

  /** Return a rectangle in points of the drawing. */
  points(rect) {
    const { left, top, ratio } = this.area;
    return {
      left: Math.round((rect.left - left) * ratio), top: Math.round((rect.top - top) * ratio),
      right: Math.round((rect.right - left) * ratio),
      bottom: Math.round((rect.bottom - top) * ratio),
    };
  }

  // -- boxes and bands ---------------------------------------------------------------------

  /** Draw the band of a separator, paler inside a leaf of the result. */
  band(rect, share, inside) {
    const { left, top, right, bottom } = this.points(rect);
    const minimum = MIN_BAND * this.pixel;
    const { band_low: low, band_high: high, dots } = this.style;
    const tint = (low + share * (high - low)) * Math.min(this.intensity, 1.4) * (inside ? 0.3 : 1);
    this.add(left, top, Math.max(right - left, minimum), Math.max(bottom - top, minimum), {
      fill: tone(dots, tint),
    });
  }

  ground(rect, kind, colour) {
    const tint = { leaf: this.style.leaf_tint, open: this.style.open_tint }[kind];
    if (!tint) return;
    const { left, top, right, bottom } = this.points(rect);
    this.add(left, top, right - left, bottom - top, {
      fill: tone(colour, Math.min(tint * this.intensity, 0.9)),
    });
  }

  /** Draw the light line under the frame of a box, so that it is visible on every ground. */
  casing(rect, kind, colour, level) {
    const { line, box } = this.frameOf(rect, kind, level);
    this.addFrame(box, {
      stroke: tone(this.style.paper, 0.7), "stroke-width": line + 2 * this.pixel,
    });
  }

  /** Draw the frame of a box in its colour. */
  frame(rect, kind, colour, level) {
    const { line, box } = this.frameOf(rect, kind, level);
    const dash = { open: [6, 3], part: [1, 3] }[kind] ?? [];
    this.addFrame(box, {
      stroke: tone(colour, kind === "part" ? 0.7 : 1), "stroke-width": line,
      "stroke-dasharray": dash.map((length) => length * this.pixel).join(" ") || "none",
    });
  }

  /** Return the width of the line around a box, and the rectangle of its middle. */
  frameOf(rect, kind, level) {
    const { pixel, bounds } = this;
    const line = { leaf: 2, open: 2, inner: 1, part: 1 }[kind] * pixel;
    // A gap of one pixel separates line and casing from the letters.
    const away = (kind === "part" ? 0 : level * LEVEL_ROOM + 1) * pixel + line / 2;
    const { left, top, right, bottom } = this.points(rect);
    const box = {
      left: Math.max(left - away, bounds.left + line / 2),
      top: Math.max(top - away, bounds.top + line / 2),
      right: Math.min(right + away, bounds.right - line / 2),
      bottom: Math.min(bottom + away, bounds.bottom - line / 2),
    };
    return { line, box };
  }

  addFrame({ left, top, right, bottom }, paint) {
    const [wide, high] = [right - left, bottom - top];
    if (wide > 0 && high > 0) this.add(left, top, wide, high, { fill: "none", ...paint });
  }

  // -- labels ------------------------------------------------------------------------------

  /** Keep labels outside of this box, except its own. */
  keepFree(rect) {
    const box = this.points(rect);
    this.covered.add({
      left: Math.max(box.left, 0), top: Math.max(box.top, 0),
      right: Math.min(box.right, this.size.right), bottom: Math.min(box.bottom, this.size.bottom),
    });
  }

  /**
   * Write the degree of a node in a free place.
   *
   * @param {object} rect  its box, page pixels
   * @param {string} label
   * @param {{kind: string, colour: number[], all: boolean}} look  kind of the node in this round,
   *   its colour, whether small boxes get a label too
   */
  degree(rect, label, { kind, colour, all }) {
    const box = this.points(rect);
    const roomy = box.right - box.left >= LABELLED.width * this.text &&
      box.bottom - box.top >= LABELLED.height * this.text;
    if (!label || (!roomy && !all)) return;
    const line = 2 * this.pixel;
    const { outside, inside } = degreeSpots(box, this.extent(label), { kind, all, line });
    const isClear = (place) => kind === "part" || !this.covered.touches(place);
    const spot = outside.find((place) => this.isFree(place) && isClear(place)) ??
      inside.find((place) => this.isFree(place));
    if (!spot) return;
    const full = kind === "leaf" || kind === "open";
    const onColour = isLight(colour) ? this.style.ink : this.style.paper;
    this.chip(spot, label, {
      radius: 2, ground: full ? colour : this.style.paper, line: colour,
      ink: full ? onColour : this.style.ink,
    });
  }

  /** Write the weight of a separator in a free place, outside of leaves if possible. */
  weight(rect, weight, all) {
    const box = this.points(rect);
    const long = Math.max(box.right - box.left, box.bottom - box.top);
    if (long < LABELLED_LENGTH * this.text && !all) return;
    const spots = weightSpots(box, this.extent(String(weight)))
      .filter((place) => this.isFree(place));
    const spot = spots.find((place) => !this.covered.touches(place)) ?? spots[0];
    if (!spot) return;
    this.chip(spot, String(weight), {
      radius: 7, ground: this.style.ink, line: this.style.paper, ink: this.style.paper,
    });
  }

  /** Return width and height of a label. */
  extent(label) {
    const wide = (this.pen.measureText(label).width + 2 * LABEL.padding) * this.text;
    const high = LABEL.height * this.text;
    return { wide: Math.ceil(Math.max(wide, high)), high: Math.ceil(high) };
  }

  /** Return whether a label here would be inside the drawing and would not touch other labels. */
  isFree(spot) {
    const gap = this.pixel;
    const around = {
      left: spot.left - gap, top: spot.top - gap, right: spot.right + gap,
      bottom: spot.bottom + gap,
    };
    return this.written.length < MAX_LABELS && spot.left >= 0 && spot.top >= 0 &&
      spot.right <= this.size.right && spot.bottom <= this.size.bottom &&
      !this.taken.touches(around);
  }

  chip(spot, label, { radius, ground, line, ink }) {
    const [wide, high] = [spot.right - spot.left, spot.bottom - spot.top];
    const text = svgElement("text", {
      x: spot.left + wide / 2, y: spot.top + high / 2, dy: "0.36em", fill: tone(ink, 1),
      "text-anchor": "middle", "font-size": LABEL.size * this.text,
    });
    text.textContent = label;
    this.labels.push(svgElement("rect", {
      x: spot.left, y: spot.top, width: wide, height: high, rx: radius * this.text,
      fill: tone(ground, 1), stroke: tone(line, 1), "stroke-width": this.pixel,
      "shape-rendering": "auto",
    }), text);
    this.taken.add(spot);
    this.written.push([label, spot.left, spot.top, wide, high]);
  }
}

function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
