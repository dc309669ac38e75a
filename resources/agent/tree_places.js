// The boxes of a tree in the present layout of the page. They were measured in the layout for the
// program; here each box follows the element on which it was measured.
import { intersection, moved, solid, union } from "./geometry.js";

const MARGIN = 64; // page pixels around all boxes, for labels
const OUTLINE = 5; // screen pixels of the outline around a box

/** Measures the boxes of a tree, in page pixels. */
export class TreePlaces {
  /**
   * @param {TreeRecord} record  see tree.js
   * @param {Boxes} boxes  of the page
   */
  constructor(record, boxes) {
    this.record = record;
    this.boxes = boxes;
    /** Rectangle of each node, null for none. */
    this.rects = [];
    /** Limits of all boxes and their labels. */
    this.bounds = null;
  }

  /** Measure every node; write nothing. The overlay must not enlarge the page meanwhile. */
  measure() {
    const { parent, element } = this.record;
    const corner = this.boxes.origin.getBoundingClientRect();
    const rects = new Array(parent.length).fill(null);
    for (let node = parent.length - 1; node >= 0; node--) {
      if (element[node] >= 0) rects[node] = this.measured(node, corner);
      const above = parent[node];
      if (above < 0 || element[above] >= 0 || !rects[node]) continue;
      rects[above] = rects[above] ? union(rects[above], rects[node]) : rects[node];
    }
    this.rects = rects;
    this.bounds = this.around(corner);
  }

  measured(node, corner) {
    const { element, slot, place } = this.record;
    const { map } = this.boxes;
    const anchor = slot[node] >= 0
      ? map.rangeOfSlots(slot[node], slot[node] + 1) : map.elements[element[node]];
    const rect = anchor && solid(anchor.getBoundingClientRect());
    if (!rect) return null;
    // A pinned element keeps the position that it had before the page was scrolled.
    const { pinned } = this.boxes.facts(element[node]);
    const [scrolledX, scrolledY] = pinned ? [scrollX, scrollY] : [0, 0];
    const share = place.slice(4 * node, 4 * node + 4);
    return moved(partOf(rect, share), -corner.left - scrolledX, -corner.top - scrolledY);
  }

  /** Return the limits of the boxes and their labels; not beyond the page, which the drawing must
   * not enlarge. */
  around(corner) {
    const roots = this.rects.filter((rect, node) => rect && this.record.parent[node] < 0);
    const none = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const all = roots.reduce(union, none);
    const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    const page = { left: 0, top: 0, right: scrollWidth, bottom: scrollHeight };
    const roomy = {
      left: all.left - MARGIN, top: all.top - MARGIN,
      right: all.right + MARGIN, bottom: all.bottom + MARGIN,
    };
    return intersection(roomy, moved(page, -corner.left - scrollX, -corner.top - scrollY));
  }

  /** Return the frame of the outline of a node: around its box, but not beyond the page. */
  outline(node, zoom) {
    const box = this.rects[node];
    const room = OUTLINE / zoom;
    return box && intersection(box, {
      left: this.bounds.left + room, top: this.bounds.top + room,
      right: this.bounds.right - room, bottom: this.bounds.bottom - room,
    });
  }

  /** Return the smallest box at a point of the page among nodes with a kind, -1 for none. */
  smallestAt(x, y, kinds) {
    let smallest = -1;
    let minimum = Infinity;
    this.rects.forEach((rect, node) => {
      if (!kinds[node] || !rect || !contains(rect, x, y)) return;
      const area = (rect.right - rect.left) * (rect.bottom - rect.top);
      // Of equal boxes the inner box counts; it comes later.
      if (area <= minimum) [smallest, minimum] = [node, area];
    });
    return smallest;
  }
}

/** Return the part of a rectangle at [left, top, width, height], given as shares of its sides. */
export function partOf(rect, [left, top, width, height]) {
  const wide = rect.right - rect.left;
  const high = rect.bottom - rect.top;
  return {
    left: rect.left + left * wide, top: rect.top + top * high,
    right: rect.left + (left + width) * wide, bottom: rect.top + (top + height) * high,
  };
}

/** Return whether a point is in a rectangle; its right and lower edges are outside. */
export function contains(rect, x, y) {
  return x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
}
