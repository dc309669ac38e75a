// Where each segment stands: rectangles in page pixels, clipped as the page clips them.
"use strict";

const NOWHERE = NaN;

/** Places of the segments of a page; measured in slices so that no page stops the browser. */
class Boxes {
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
      this.left[segment] = this.top[segment] = NOWHERE;
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

  /** Return what the styles of an element mean for what is inside it; asked once per element. */
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
    const style = getComputedStyle(this.map.elements[row]);
    const parent = this.map.parents[row];
    const around = parent >= 0 ? this.styles.get(parent) : null;
    const positioned = style.position !== "static" || style.transform !== "none";
    // The view itself clips for html and body.
    const clips = around !== null && this.map.elements[row] !== document.body &&
      style.display !== "inline" && (style.overflowX !== "visible" || style.overflowY !== "visible");
    let clip = -1;
    if (style.position === "absolute") clip = around ? around.fromPositioned : -1;
    else if (style.position !== "fixed") clip = around ? around.inside : -1;
    const inside = clips ? row : clip;
    return {
      pinned: style.position === "fixed" || style.position === "sticky" || !!around?.pinned,
      outside: clip,
      inside,
      fromPositioned: positioned ? inside : around ? around.fromPositioned : -1,
    };
  }

  /** Return the part of a rectangle that a clipping element and those around it let through. */
  clipped(rect, row, pass) {
    if (row < 0) return rect;
    const clip = this.clip(row, pass);
    return solid({
      left: Math.max(rect.left, clip.left), top: Math.max(rect.top, clip.top),
      right: Math.min(rect.right, clip.right), bottom: Math.min(rect.bottom, clip.bottom),
    });
  }

  clip(row, pass) {
    const chain = [];
    let here = row;
    for (; here >= 0 && !pass.clips.has(here); here = this.facts(here).outside) chain.push(here);
    let around = here >= 0 ? pass.clips.get(here) : null;
    for (let at = chain.pop(); at !== undefined; at = chain.pop()) {
      const own = this.map.elements[at].getBoundingClientRect();
      around = around ? {
        left: Math.max(own.left, around.left), top: Math.max(own.top, around.top),
        right: Math.min(own.right, around.right), bottom: Math.min(own.bottom, around.bottom),
      } : { left: own.left, top: own.top, right: own.right, bottom: own.bottom };
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

  /** Return the segments that stand between two heights of the page. */
  between(top, bottom) {
    const found = [];
    for (let segment = 0; segment < this.count; segment++) {
      if (this.top[segment] < bottom && this.top[segment] + this.height[segment] > top) {
        found.push(segment);
      }
    }
    return found;
  }

  has(segment) {
    return this.top[segment] === this.top[segment];
  }
}

/** Return the rectangle if it covers something, else null. */
function solid(rect) {
  return rect.right > rect.left && rect.bottom > rect.top ? rect : null;
}

/** Return the first place in a sorted list whose value is not below `value`. */
function lowerBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
