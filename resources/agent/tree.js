// The boxes of a tree over the page, round by round: nodes with their degree, separators with their
// weight. Boxes were measured on the page as it was laid out; here they stand where the elements
// they were measured on stand now.
"use strict";

const LEVELS = 3; // nested boxes stand apart as far as so many levels
const LEVEL_ROOM = 2; // screen pixels between them
const NARROW_BAND = 2; // screen pixels a separator is drawn wide at least
const CELL = 96; // screen pixels; neighbours are looked up by cell
const LABEL = { size: 11, height: 14, padding: 4 }; // screen pixels
const LABELLED = { width: 26, height: 11 }; // the smallest box with a label, screen pixels
const LABELLED_LENGTH = 56; // the shortest separator with a label, screen pixels
const MARGIN = 64; // page pixels around all boxes that labels may stand in
const OUTLINE = 5; // screen pixels that the outline of a box takes around it
const MAX_LABELS = 800; // at once; where there are more, nobody could read them

/**
 * @typedef {object} TreeRecord
 * @property {number[]} parent  per node, -1 for a root; parents come first
 * @property {number[]} round  in which a node was made
 * @property {number[]} leaf  1 for nodes that stand for the result
 * @property {number[]} share  place of the degree on the colour scale, 0 to 1; null for none
 * @property {string[]} label  the degree in words
 * @property {number[]} element  what a node was measured on, -1: around the boxes below it
 * @property {number[]} slot  text of that element, -1: the element itself
 * @property {number[]} place  left, top, width, height as shares of that box, four per node
 * @property {number[]} cut, before, after  per separator: the node it cuts, the nodes beside it
 * @property {number[]} across  1 for separators that run from left to right
 * @property {number[]} weight, cutRound  per separator
 * @property {number} heaviest
 */

class BoxTree {
  constructor() {
    this.ground = document.createElementNS(SVG, "svg");
    this.ground.classList.add("boxes");
    this.boxes = null;
    this.style = null;
    this.zoom = 1;
    this.scale = 1;
    this.intensity = 1;
    this.all = false;
    this.shown = true;
    this.forget();
  }

  forget() {
    this.record = null;
    this.round = 0;
    this.kind = [];
    this.labels = [];
    this.area = this.bounds = null;
    this.clear();
  }

  /** Show nothing; an empty drawing must have no size either, or it would make a page larger. */
  clear() {
    this.ground.replaceChildren();
    put(this.ground, 0, 0, 0, 0);
  }

  attach(boxes) {
    this.boxes = boxes;
    this.forget();
  }

  /** Draw another tree as far as a round; null for none. */
  set(record, round) {
    if (record === null) {
      this.forget();
      return;
    }
    this.record = record;
    this.measure();
    this.setRound(round);
  }

  setRound(round) {
    this.round = round;
    if (!this.record) return;
    this.sort();
    this.draw();
  }

  /** Take switches; only what is given changes. */
  change(switches) {
    const before = JSON.stringify([this.zoom, this.scale, this.intensity, this.all, this.shown]);
    Object.assign(this, switches);
    this.ground.style.display = this.shown ? "block" : "none";
    const after = JSON.stringify([this.zoom, this.scale, this.intensity, this.all, this.shown]);
    if (before !== after || switches.style) this.draw();
  }

  // -- places ------------------------------------------------------------------------------

  /** Find where every node stands now; reads only. */
  measure() {
    if (!this.record || !this.boxes) return;
    const { parent, element, slot } = this.record;
    const n = parent.length;
    for (const side of ["left", "top", "right", "bottom"]) this[side] = new Float64Array(n).fill(NaN);
    const corner = this.boxes.origin.getBoundingClientRect();
    for (let node = n - 1; node >= 0; node--) {
      if (element[node] >= 0) this.measureOne(node, corner);
      if (parent[node] >= 0 && element[parent[node]] < 0) this.widen(parent[node], node);
    }
    this.bounds = this.around();
    this.area = null;
  }

  measureOne(node, corner) {
    const { element, slot, place } = this.record;
    const { map } = this.boxes;
    const thing = slot[node] >= 0
      ? map.rangeOfSlots(slot[node], slot[node] + 1) : map.elements[element[node]];
    const rect = thing && solid(thing.getBoundingClientRect());
    if (!rect) return;
    // What does not move with the page stands where it is before anything was scrolled.
    const { pinned } = this.boxes.facts(element[node]);
    const x = rect.left - corner.left - (pinned ? scrollX : 0);
    const y = rect.top - corner.top - (pinned ? scrollY : 0);
    const wide = rect.right - rect.left;
    const high = rect.bottom - rect.top;
    const [left, top, width, height] = place.slice(4 * node, 4 * node + 4);
    this.left[node] = x + left * wide;
    this.top[node] = y + top * high;
    this.right[node] = x + (left + width) * wide;
    this.bottom[node] = y + (top + height) * high;
  }

  has(node) {
    return this.left[node] === this.left[node];
  }

  /** Make the box of a node reach around one below it. */
  widen(node, below) {
    if (!this.has(below)) return;
    const first = !this.has(node);
    for (const [side, outer] of [[this.left, Math.min], [this.top, Math.min],
      [this.right, Math.max], [this.bottom, Math.max]]) {
      side[node] = first ? side[below] : outer(side[node], side[below]);
    }
  }

  /** Return what the boxes and their labels may reach over: no more than the page, which the
   * drawing must not make larger. */
  around() {
    const found = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    this.record.parent.forEach((above, node) => {
      if (above >= 0 || !this.has(node)) return;
      found.left = Math.min(found.left, this.left[node]);
      found.top = Math.min(found.top, this.top[node]);
      found.right = Math.max(found.right, this.right[node]);
      found.bottom = Math.max(found.bottom, this.bottom[node]);
    });
    this.clear();
    const corner = this.boxes.origin.getBoundingClientRect();
    const [left, top] = [-corner.left - scrollX, -corner.top - scrollY];
    const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    return {
      left: Math.max(found.left - MARGIN, left), top: Math.max(found.top - MARGIN, top),
      right: Math.min(found.right + MARGIN, left + scrollWidth),
      bottom: Math.min(found.bottom + MARGIN, top + scrollHeight),
    };
  }

  /** Return the box of a node in units of the overlay, null if it has none. */
  rectangle(node) {
    if (!this.record || !this.has(node)) return null;
    return {
      left: this.left[node], top: this.top[node], right: this.right[node],
      bottom: this.bottom[node],
    };
  }

  /** Return where the outline of a node goes: around its box, but not beyond the page. */
  outline(node) {
    const box = this.rectangle(node);
    if (!box) return null;
    const room = OUTLINE / this.zoom;
    return {
      left: Math.max(box.left, this.bounds.left + room),
      top: Math.max(box.top, this.bounds.top + room),
      right: Math.min(box.right, this.bounds.right - room),
      bottom: Math.min(box.bottom, this.bounds.bottom - room),
    };
  }

  /** Return the band of a separator, null where nothing lies between its neighbours. */
  band(at) {
    const { cut, before, after, across } = this.record;
    const node = this.rectangle(cut[at]);
    const [one, other] = [this.rectangle(before[at]), this.rectangle(after[at])];
    if (!node || !one || !other) return null;
    const found = across[at]
      ? { ...node, top: one.bottom, bottom: other.top }
      : { ...node, left: one.right, right: other.left };
    return found.right > found.left && found.bottom > found.top ? found : null;
  }

  // -- what a round shows ------------------------------------------------------------------

  /** Say of each node what it is in this round: `leaf` of the result, `open` (divided in a later
   * round), `inner` (divided), `part` (below a leaf), or empty where it is not made yet. */
  sort() {
    const { parent, round, leaf } = this.record;
    const kind = new Array(parent.length).fill("");
    this.level = new Uint8Array(parent.length);
    parent.forEach((above, node) => {
      if (round[node] > this.round) return;
      const around = above >= 0 ? kind[above] : "inner";
      kind[node] = around === "leaf" || around === "part" ? "part" : leaf[node] ? "leaf" : "open";
      if (around === "open") kind[above] = "inner";
    });
    for (let node = parent.length - 1; node >= 0; node--) {
      if (!kind[node] || kind[node] === "part" || parent[node] < 0) continue;
      const level = Math.min(this.level[node] + 1, LEVELS);
      this.level[parent[node]] = Math.max(this.level[parent[node]], level);
    }
    this.kind = kind;
  }

  /** Return the smallest box at a point of the view, -1 for none. */
  hit(x, y) {
    if (!this.record || !this.shown) return -1;
    const corner = this.boxes.origin.getBoundingClientRect();
    const [left, top] = [x - corner.left, y - corner.top];
    let found = -1;
    let smallest = Infinity;
    this.kind.forEach((kind, node) => {
      if (!kind || !(left >= this.left[node] && left < this.right[node])) return;
      if (!(top >= this.top[node] && top < this.bottom[node])) return;
      const area = (this.right[node] - this.left[node]) * (this.bottom[node] - this.top[node]);
      // Of boxes of one size the inner one counts; it comes later.
      if (area <= smallest) [found, smallest] = [node, area];
    });
    return found;
  }

  // -- drawing -----------------------------------------------------------------------------

  /** Draw again where the view has left what is drawn. */
  place() {
    if (!this.record) return;
    const view = this.view();
    const { area } = this;
    const inside = area && view.top >= area.top && view.bottom <= area.bottom &&
      view.left >= area.left && view.right <= area.right && area.ratio === devicePixelRatio;
    if (!inside) this.draw();
  }

  /** Return the part of the page that is in the view and holds boxes. */
  view(more = 0) {
    const corner = this.boxes.origin.getBoundingClientRect();
    const { bounds } = this;
    return {
      left: Math.max(-corner.left, bounds.left),
      right: Math.min(-corner.left + innerWidth, bounds.right),
      top: Math.max(-corner.top - more, bounds.top),
      bottom: Math.min(-corner.top + innerHeight + more, bounds.bottom),
    };
  }

  draw() {
    this.labels = [];
    if (!this.record || !this.boxes || !this.style) return;
    const area = { ...this.view(innerHeight), ratio: devicePixelRatio, bounds: this.bounds };
    this.area = area;
    const [wide, high] = [area.right - area.left, area.bottom - area.top];
    if (!(wide > 0 && high > 0) || !this.shown) {
      this.clear();
      return;
    }
    put(this.ground, area.left, area.top, wide, high);
    const sheet = new BoxSheet(area, this.style, {
      pixel: area.ratio / this.zoom, scale: this.scale, intensity: this.intensity,
    });
    const nodes = this.near(area);
    const bands = this.bandsNear(area);
    for (const [band, weight, inside] of bands) {
      sheet.band(band, weight / this.record.heaviest, inside);
    }
    for (const node of nodes) sheet.ground(this.rectangle(node), this.kind[node], this.colour(node));
    for (const kind of ["part", "inner", "open", "leaf"]) {
      const alike = nodes.filter((node) => this.kind[node] === kind);
      for (const casing of kind === "part" ? [false] : [true, false]) {
        for (const node of alike) {
          sheet.frame(this.rectangle(node), kind, this.colour(node), this.level[node], casing);
        }
      }
    }
    this.write(sheet, nodes, bands);
    sheet.show(this.ground);
    this.labels = sheet.written;
  }

  near(area) {
    const found = [];
    this.kind.forEach((kind, node) => {
      const rect = kind && this.rectangle(node);
      if (rect && overlap(rect, area)) found.push(node);
    });
    return found;
  }

  bandsNear(area) {
    const found = [];
    this.record.cutRound.forEach((round, at) => {
      const kind = this.kind[this.record.cut[at]];
      const band = round <= this.round && this.band(at);
      if (!band || !overlap(band, area)) return;
      // Inside a leaf of the result it is there, but not what counts.
      const inside = kind === "leaf" || kind === "part";
      found.push([band, this.record.weight[at], inside]);
    });
    return found;
  }

  colour(node) {
    const { ramp, ink } = this.style;
    const share = this.record.share[node];
    return share === null ? ink : ramp[Math.round(share * (ramp.length - 1))];
  }

  /** Write degrees and weights where there is room: leaves first, the large ones before. */
  write(sheet, nodes, bands) {
    const area = (node) => (this.right[node] - this.left[node]) *
      (this.bottom[node] - this.top[node]);
    const large = [...nodes].sort((one, other) => area(other) - area(one));
    const ends = large.filter((node) => ["leaf", "open"].includes(this.kind[node]));
    for (const node of ends) sheet.take(this.rectangle(node));
    const write = (node, kind) => sheet.degree(
      this.rectangle(node), this.record.label[node], kind, this.colour(node), this.all,
    );
    for (const node of ends) write(node, this.kind[node]);
    const heavy = bands.filter(([, , inside]) => this.all || !inside)
      .sort(([, one], [, other]) => other - one);
    for (const [band, weight] of heavy) sheet.weight(band, weight, this.all);
    for (const node of large) if (this.kind[node] === "inner") write(node, "inner");
    if (this.all) for (const node of large) if (this.kind[node] === "part") write(node, "part");
  }

  /** Return what is drawn, for tests and the status line. */
  drawn() {
    if (!this.record) return null;
    const corner = this.boxes.origin.getBoundingClientRect();
    const boxes = {};
    this.kind.forEach((kind, node) => {
      const rect = kind && this.rectangle(node);
      if (rect) {
        boxes[node] = [kind, rect.left + corner.left, rect.top + corner.top,
          rect.right - rect.left, rect.bottom - rect.top];
      }
    });
    const bands = [];
    this.record.cutRound.forEach((round, at) => {
      const band = round <= this.round && this.band(at);
      if (band) {
        bands.push([at, band.left + corner.left, band.top + corner.top, band.right - band.left,
          band.bottom - band.top]);
      }
    });
    const pieces = this.ground.querySelectorAll("*").length;
    return { round: this.round, boxes, bands, labels: this.labels, pieces };
  }
}
