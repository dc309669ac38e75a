// Segments on the page: rectangles in page pixels, clipped as the page clips them.
import { intersection, sidesOf, solid } from "./geometry.js";

const NOWHERE = NaN;

/** Places of the segments of a page; measured in slices so that no page stops the browser. */
export class Boxes {
  /**
   * @param {PageMap} map
   * @param {{element: number[], first: number[], last: number[], whole: boolean[]}} segments
   * @param {Element} origin  element whose corner is the origin of all places
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
    /** Segments that do not move with the page, found while measuring. */
    this.pinned = new Set();
    this.forget();
  }

  /** Forget what style sheets said; the next measuring asks again. */
  forget() {
    this.styles = new Map();
  }

  /** Measure segments first ... last - 1; read only, so that the page is laid out once. */
  measure(first, last) {
    const pass = this.begin();
    for (let segment = first; segment < last; segment++) this.one(segment, pass);
  }

  /** Measure a set of segments. */
  measureThese(chosen) {
    const pass = this.begin();
    for (const segment of chosen) this.one(segment, pass);
  }

  begin() {
    const corner = this.origin.getBoundingClientRect();
    return { x: corner.left, y: corner.top, clips: new Map() };
  }

  one(segment, pass) {
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
    const known = this.styles.get(row);
    if (known) return known;
    const chain = [];
    for (let here = row; here >= 0 && !this.styles.has(here); here = this.map.parents[here]) {
      chain.push(here);
    }
    for (let here = chain.pop(); here !== undefined; here = chain.pop()) {
      this.styles.set(here, this.ask(here));
    }
    return this.styles.get(row);
  }

  ask(row) {
    const element = this.map.elements[row];
    const around = this.styles.get(this.map.parents[row]) ?? null;
    return clippingOf(getComputedStyle(element), row, around, element === document.body);
  }

  /** Return the part of a rectangle that a clipping element and those around it let through. */
  clipped(rect, row, pass) {
    if (row < 0) return rect;
    return solid(intersection(rect, this.clip(row, pass)));
  }

  clip(row, pass) {
    const chain = [];
    let here = row;
    for (; here >= 0 && !pass.clips.has(here); here = this.facts(here).outside) chain.push(here);
    let around = here >= 0 ? pass.clips.get(here) : null;
    for (let at = chain.pop(); at !== undefined; at = chain.pop()) {
      const own = sidesOf(this.map.elements[at].getBoundingClientRect());
      around = around ? intersection(own, around) : own;
      pass.clips.set(at, around);
    }
    return around;
  }

  /** Return the segments whose text lies below an element, as a range. */
  below(row) {
    const { first } = this.segments;
    return [
      lowerBound(first, this.map.slotStart[row]), lowerBound(first, this.map.slotEnd[row]),
    ];
  }

  /** Return the segment that holds a slot, -1 if none does. */
  ofSlot(slot) {
    const at = lowerBound(this.segments.first, slot + 1) - 1;
    return at >= 0 && slot < this.segments.last[at] ? at : -1;
  }

  /** Return the segments that reach between two heights of the page. */
  between(top, bottom) {
    const found = [];
    for (let segment = 0; segment < this.count; segment++) {
      if (this.top[segment] < bottom && this.top[segment] + this.height[segment] > top) {
        found.push(segment);
      }
    }
    return found;
  }

  /** Return where a segment was measured, in page pixels. */
  measured(segment) {
    const { left, top, width, height } = this;
    return {
      left: left[segment], top: top[segment],
      right: left[segment] + width[segment], bottom: top[segment] + height[segment],
    };
  }

  /** Return whether a segment was found on the page. */
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
 * @typedef {object} Clipping  rows of the elements that clip others, -1 for the view alone
 * @property {boolean} pinned  whether the element does not move with the page
 * @property {number} outside  what clips the element itself
 * @property {number} inside  what clips its content
 * @property {number} fromPositioned  what clips content that is positioned absolutely
 */

const VIEW = { pinned: false, outside: -1, inside: -1, fromPositioned: -1 };

/**
 * Return what the style of an element means for the places of its content.
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
  // The view itself clips for html and body.
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
