// Boxes of segments in page pixels, clipped as on the page.
import { intersection, sidesOf, solid } from "./geometry.js";

const NOWHERE = NaN;

/** Boxes of the segments of a page, measured in slices so that no page blocks the browser. */
export class Boxes {
  /**
   * @param {PageMap} map
   * @param {{element: number[], first: number[], last: number[], whole: boolean[]}} segments
   * @param {Element} origin  element whose corner is the origin of all boxes
   */
  constructor(map, segments, origin) {
    this.map = map;
    this.segments = segments;
    this.origin = origin;
    this.count = segments.element.length;
    this.left = new Float64Array(this.count).fill(NOWHERE);
    this.top = new Float64Array(this.count).fill(NOWHERE);
    this.width = new Float64Array(this.count);
    this.height = new Float64Array(this.count);
    /** Segments that do not scroll with the page; known after measuring. */
    this.pinned = new Set();
    this.forget();
  }

  /** Forget all styles; the next measurement reads them again. */
  forget() {
    this.styles = new Map();
  }

  /** Measure segments first ... last - 1; write nothing, so that the page is laid out once. */
  measure(first, last) {
    const pass = this.begin();
    for (let segment = first; segment < last; segment++) this.measureOne(segment, pass);
  }

  /** Measure a set of segments. */
  measureThese(segments) {
    const pass = this.begin();
    for (const segment of segments) this.measureOne(segment, pass);
  }

  begin() {
    const corner = this.origin.getBoundingClientRect();
    return { x: corner.left, y: corner.top, clips: new Map() };
  }

  measureOne(segment, pass) {
    const rect = this.rectangle(segment);
    const row = this.segments.element[segment];
    const facts = this.facts(row);
    if (facts.pinned) this.pinned.add(segment);
    else this.pinned.delete(segment);
    const seen = rect && this.shown(row) ? this.clipped(rect, facts.inside, pass) : null;
    if (!seen) {
      this.left[segment] = NOWHERE;
      this.top[segment] = NOWHERE;
      return;
    }
    this.left[segment] = seen.left - pass.x;
    this.top[segment] = seen.top - pass.y;
    this.width[segment] = seen.right - seen.left;
    this.height[segment] = seen.bottom - seen.top;
  }

  /** Return the rectangle of a segment in the view, null if it has none. */
  rectangle(segment) {
    if (this.segments.whole[segment]) {
      const element = this.map.elements[this.segments.element[segment]];
      const rect = element.getBoundingClientRect();
      if (rect.width > 0 && rect.height > 0) return rect;
    }
    const range = this.map.rangeOfSlots(this.segments.first[segment], this.segments.last[segment]);
    return range ? solid(range.getBoundingClientRect()) : null;
  }

  shown(row) {
    return this.map.elements[row].checkVisibility(
      { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true },
    );
  }

  /** Return the clipping of an element; its style is read once. */
  facts(row) {
    const cached = this.styles.get(row);
    if (cached) return cached;
    const chain = [];
    for (let next = row; next >= 0 && !this.styles.has(next); next = this.map.parents[next]) {
      chain.push(next);
    }
    for (let next = chain.pop(); next !== undefined; next = chain.pop()) {
      this.styles.set(next, this.readClipping(next));
    }
    return this.styles.get(row);
  }

  readClipping(row) {
    const element = this.map.elements[row];
    const around = this.styles.get(this.map.parents[row]) ?? null;
    return clippingOf(getComputedStyle(element), row, around, element === document.body);
  }

  /** Return the part of a rectangle that a clipping element and its clipping ancestors show. */
  clipped(rect, row, pass) {
    if (row < 0) return rect;
    return solid(intersection(rect, this.clip(row, pass)));
  }

  clip(row, pass) {
    const chain = [];
    let next = row;
    for (; next >= 0 && !pass.clips.has(next); next = this.facts(next).outside) chain.push(next);
    let around = next >= 0 ? pass.clips.get(next) : null;
    for (next = chain.pop(); next !== undefined; next = chain.pop()) {
      const own = sidesOf(this.map.elements[next].getBoundingClientRect());
      around = around ? intersection(own, around) : own;
      pass.clips.set(next, around);
    }
    return around;
  }

  /** Return the range of segments whose text is in an element. */
  below(row) {
    const { first } = this.segments;
    return [
      lowerBound(first, this.map.slotStart[row]), lowerBound(first, this.map.slotEnd[row]),
    ];
  }

  /** Return the segment that contains a slot, -1 without such a segment. */
  ofSlot(slot) {
    const segment = lowerBound(this.segments.first, slot + 1) - 1;
    return segment >= 0 && slot < this.segments.last[segment] ? segment : -1;
  }

  /** Return the segments with a part between two heights of the page. */
  between(top, bottom) {
    const segments = [];
    for (let segment = 0; segment < this.count; segment++) {
      if (this.top[segment] < bottom && this.top[segment] + this.height[segment] > top) {
        segments.push(segment);
      }
    }
    return segments;
  }

  /** Return the measured box of a segment, in page pixels. */
  measured(segment) {
    const { left, top, width, height } = this;
    return {
      left: left[segment], top: top[segment],
      right: left[segment] + width[segment], bottom: top[segment] + height[segment],
    };
  }

  /** Return whether a segment has a box on the page. */
  has(segment) {
    return Number.isFinite(this.top[segment]);
  }
}

/** Return the first index of a sorted list whose value is not below `value`. */
export function lowerBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @typedef {object} Clipping  rows of clipping elements, -1 for the view
 * @property {boolean} pinned  whether the element does not scroll with the page
 * @property {number} outside  clips the element itself
 * @property {number} inside  clips its content
 * @property {number} fromPositioned  clips its content with absolute position
 */

const VIEW = { pinned: false, outside: -1, inside: -1, fromPositioned: -1 };

/**
 * Return how the style of an element clips the element and its content.
 *
 * @param {CSSStyleDeclaration} style
 * @param {number} row  of the element
 * @param {Clipping|null} around  of its parent, null for the root
 * @param {boolean} isBody
 * @returns {Clipping}
 */
export function clippingOf(style, row, around, isBody) {
  const { position } = style;
  const outer = around ?? VIEW;
  const outside = { absolute: outer.fromPositioned, fixed: -1 }[position] ?? outer.inside;
  // Overflow of html and body applies to the view.
  const inside = around !== null && !isBody && hidesOverflow(style) ? row : outside;
  const isPositioned = position !== "static" || style.transform !== "none";
  return {
    pinned: position === "fixed" || position === "sticky" || outer.pinned,
    outside,
    inside,
    fromPositioned: isPositioned ? inside : outer.fromPositioned,
  };
}

function hidesOverflow({ display, overflowX, overflowY }) {
  return display !== "inline" && (overflowX !== "visible" || overflowY !== "visible");
}
