// The boxes of a tree over the page, round by round: nodes with degrees, separators with weights.
import { onRamp } from "./colours.js";
import { areaOf, overlap, put } from "./geometry.js";
import { SVG } from "./names.js";
import { TreeDrawing } from "./tree_drawing.js";
import { TreePlaces } from "./tree_places.js";
import { bandBetween, kindsIn, levelsOf } from "./tree_rounds.js";

/**
 * @typedef {object} TreeRecord
 * @property {number[]} parent  per node, -1 for a root; parents come first
 * @property {number[]} round  in which a node was created
 * @property {number[]} leaf  1 for nodes of the result
 * @property {number[]} share  position of the degree on the colour scale, 0 to 1; null for none
 * @property {string[]} label  the degree as text
 * @property {number[]} element  on which a node was measured, -1: around the boxes of its children
 * @property {number[]} slot  text of that element, -1: the element itself
 * @property {number[]} place  left, top, width, height as shares of that box, four per node
 * @property {number[]} cut, before, after  per separator: the node it divides, the nodes beside it
 * @property {number[]} across  1 for separators that run from left to right
 * @property {number[]} weight, cutRound  per separator
 * @property {number} heaviest
 */

/** Draws the tree of a result up to a round. */
export class BoxTree {
  constructor() {
    this.ground = document.createElementNS(SVG, "svg");
    this.ground.classList.add("boxes");
    this.boxes = null;
    this.style = null;
    this.switches = { zoom: 1, scale: 1, intensity: 1, all: false, shown: true };
    this.forget();
  }

  forget() {
    this.record = null;
    this.places = null;
    this.round = 0;
    this.kinds = [];
    this.levels = [];
    this.labels = [];
    /** The drawn part of the page, with the screen points per page pixel. */
    this.area = null;
    this.clear();
  }

  /** Show nothing; the empty drawing has no size, because it could enlarge the page. */
  clear() {
    this.ground.replaceChildren();
    put(this.ground, 0, 0, 0, 0);
  }

  attach(boxes) {
    this.boxes = boxes;
    this.forget();
  }

  /** Draw another tree up to a round; null removes the tree. */
  set(record, round) {
    if (record === null || !this.boxes) {
      this.forget();
      return;
    }
    this.record = record;
    this.places = new TreePlaces(record, this.boxes);
    this.measure();
    this.setRound(round);
  }

  setRound(round) {
    this.round = round;
    if (!this.record) return;
    this.kinds = kindsIn(this.record, round);
    this.levels = levelsOf(this.record, this.kinds);
    this.draw();
  }

  setStyle(style) {
    this.style = style;
    this.draw();
  }

  /** Change some switches; the other switches keep their values. */
  change(switches) {
    const before = JSON.stringify(this.switches);
    Object.assign(this.switches, switches);
    this.ground.style.display = this.switches.shown ? "block" : "none";
    if (before !== JSON.stringify(this.switches)) this.draw();
  }

  /** Measure every box in the present layout of the page. */
  measure() {
    if (!this.record) return;
    this.clear();
    this.places.measure();
    this.area = null;
  }

  /** Return the box of a node in page pixels, null if it has none. */
  rectangle(node) {
    return this.places?.rects[node] ?? null;
  }

  /** Return the frame of the outline of a node in page pixels, null if it has no box. */
  outline(node) {
    return this.rectangle(node) && this.places.outline(node, this.switches.zoom);
  }

  /** Return the band of a separator, null without space between its neighbours. */
  band(separator) {
    const { cut, before, after, across } = this.record;
    const rects = [cut, before, after].map((nodes) => this.rectangle(nodes[separator]));
    return bandBetween(...rects, across[separator]);
  }

  /** Return the smallest box at a point of the view, -1 for none. */
  hit(x, y) {
    if (!this.record || !this.switches.shown) return -1;
    const corner = this.boxes.origin.getBoundingClientRect();
    return this.places.smallestAt(x - corner.left, y - corner.top, this.kinds);
  }

  // -- drawing -----------------------------------------------------------------------------

  /** Draw again if the view has left the drawn part. */
  place() {
    if (!this.record) return;
    const view = this.view();
    const { area } = this;
    const inside = area && view.top >= area.top && view.bottom <= area.bottom &&
      view.left >= area.left && view.right <= area.right && area.ratio === devicePixelRatio;
    if (!inside) this.draw();
  }

  /** Return the part of the page that is in the view, or `more` beyond it, and has boxes. */
  view(more = 0) {
    const corner = this.boxes.origin.getBoundingClientRect();
    const { bounds } = this.places;
    return {
      left: Math.max(-corner.left, bounds.left),
      right: Math.min(-corner.left + innerWidth, bounds.right),
      top: Math.max(-corner.top - more, bounds.top),
      bottom: Math.min(-corner.top + innerHeight + more, bounds.bottom),
    };
  }

  draw() {
    this.labels = [];
    if (!this.record || !this.style) return;
    const area = {
      ...this.view(innerHeight), ratio: devicePixelRatio, bounds: this.places.bounds,
    };
    this.area = area;
    const [wide, high] = [area.right - area.left, area.bottom - area.top];
    const { zoom, scale, intensity, shown } = this.switches;
    if (!(wide > 0 && high > 0) || !shown) {
      this.clear();
      return;
    }
    put(this.ground, area.left, area.top, wide, high);
    const drawing = new TreeDrawing(area, this.style, {
      pixel: area.ratio / zoom, scale, intensity,
    });
    this.fill(drawing, this.nodesIn(area), this.bandsIn(area));
    drawing.show(this.ground);
    this.labels = drawing.written;
  }

  /** Draw bands, then grounds, frames and labels above them. */
  fill(drawing, nodes, bands) {
    for (const { rect, weight, isInside } of bands) {
      drawing.band(rect, weight / this.record.heaviest, isInside);
    }
    for (const node of nodes) {
      drawing.ground(this.rectangle(node), this.kinds[node], this.colour(node));
    }
    for (const kind of ["part", "inner", "open", "leaf"]) {
      const alike = nodes.filter((node) => this.kinds[node] === kind);
      const frame = (node) => [this.rectangle(node), kind, this.colour(node), this.levels[node]];
      if (kind !== "part") for (const node of alike) drawing.casing(...frame(node));
      for (const node of alike) drawing.frame(...frame(node));
    }
    this.write(drawing, nodes, bands);
  }

  /** Return the nodes whose boxes overlap a part of the page. */
  nodesIn(area) {
    return [...this.kinds.keys()].filter((node) => {
      const rect = this.kinds[node] && this.rectangle(node);
      return rect && overlap(rect, area);
    });
  }

  /** Return the separators in a part of the page. */
  bandsIn(area) {
    const bands = [];
    for (const [separator, rect] of this.bandsOfRound()) {
      if (!overlap(rect, area)) continue;
      // Inside a leaf, a separator exists but is not part of the result.
      const isInside = ["leaf", "part"].includes(this.kinds[this.record.cut[separator]]);
      bands.push({ rect, weight: this.record.weight[separator], isInside });
    }
    return bands;
  }

  /** Return number and band of each separator of this round. */
  bandsOfRound() {
    return this.record.cutRound
      .map((round, separator) => [separator, round <= this.round ? this.band(separator) : null])
      .filter(([, rect]) => rect);
  }

  colour(node) {
    const share = this.record.share[node];
    return share === null ? this.style.ink : onRamp(this.style.ramp, share);
  }

  /** Write degrees and weights in free places: leaves first, and large boxes before small ones. */
  write(drawing, nodes, bands) {
    const { all } = this.switches;
    const large = [...nodes]
      .sort((a, b) => areaOf(this.rectangle(b)) - areaOf(this.rectangle(a)));
    const ofKind = (...kinds) => large.filter((node) => kinds.includes(this.kinds[node]));
    const write = (node) => drawing.degree(
      this.rectangle(node), this.record.label[node],
      { kind: this.kinds[node], colour: this.colour(node), all },
    );
    const ends = ofKind("leaf", "open");
    for (const node of ends) drawing.keepFree(this.rectangle(node));
    ends.forEach(write);
    bands.filter(({ isInside }) => all || !isInside)
      .sort((a, b) => b.weight - a.weight)
      .forEach(({ rect, weight }) => drawing.weight(rect, weight, all));
    ofKind("inner").forEach(write);
    if (all) ofKind("part").forEach(write);
  }

  /** Return the drawn boxes, bands and labels, for tests and the status line. */
  drawn() {
    if (!this.record) return null;
    const corner = this.boxes.origin.getBoundingClientRect();
    const inView = (rect) => [rect.left + corner.left, rect.top + corner.top,
      rect.right - rect.left, rect.bottom - rect.top];
    const boxes = {};
    this.kinds.forEach((kind, node) => {
      const rect = kind && this.rectangle(node);
      if (rect) boxes[node] = [kind, ...inView(rect)];
    });
    const bands = this.bandsOfRound().map(([separator, rect]) => [separator, ...inView(rect)]);
    const pieces = this.ground.querySelectorAll("*").length;
    return { round: this.round, boxes, bands, labels: this.labels, pieces };
  }
}
