// Outlines of the selection and of the text under the pointer.
import { columnsOf, inset, moved, put, solid } from "./geometry.js";

const MAX_OUTLINES = 400;
/** Screen pixels by which an outline extends beyond its text: gap and line of the style sheet. */
const OUTLINE_MARGIN = 6;
/** The same for an outline of a part of the text. */
const PART_MARGIN = 3;

/**
 * @typedef {object} Stretch  a run of text to outline
 * @property {number} first  first segment
 * @property {number} last  segment after the last segment
 * @property {number[]|null} inside  [slot, char, slot, char] of a part of a single segment
 * @property {number} [node]  in place of these: a node of the drawn tree
 */

/** Draws outlines over the page. */
export class Outlines {
  /** @param {BoxTree} tree  provides the boxes of nodes */
  constructor(tree) {
    this.tree = tree;
    this.ground = document.createElement("div");
    this.boxes = null;
    this.zoom = 1;
    this.stretches = { selected: [], hover: [] };
  }

  attach(boxes) {
    this.boxes = boxes;
    this.stretches = { selected: [], hover: [] };
    this.ground.replaceChildren();
  }

  /** Outline other stretches: `kind` is selected or hover. */
  set(kind, stretches) {
    this.stretches[kind] = stretches;
    this.place();
  }

  /** Set how many screen pixels a page pixel has. */
  setZoom(zoom) {
    this.zoom = zoom;
  }

  place() {
    if (!this.boxes) return;
    const outlines = [];
    const corner = this.boxes.origin.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const seen = { left: -corner.left - scrollX, right: width - corner.left - scrollX };
    for (const [kind, stretches] of Object.entries(this.stretches)) {
      for (const stretch of stretches) {
        const tight = stretch.inside || stretch.node !== undefined;
        const name = tight ? `outline part ${kind}` : `outline ${kind}`;
        const margin = (tight ? PART_MARGIN : OUTLINE_MARGIN) / this.zoom;
        // An outline never widens the page: that would give it a scroll bar.
        for (const rect of this.rectangles(stretch)) {
          outlines.push([name, inset(rect, seen, margin)]);
        }
      }
    }
    this.ground.replaceChildren(...outlines.slice(0, MAX_OUTLINES).map(([name, rect]) => {
      const outline = document.createElement("div");
      outline.className = name;
      put(outline, rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top);
      return outline;
    }));
  }

  /** Return the rectangles of a stretch, in page pixels. */
  rectangles(stretch) {
    if (stretch.node !== undefined) {
      const box = this.tree.outline(stretch.node);
      return box && solid(box) ? [box] : [];
    }
    if (stretch.inside) {
      const range = this.boxes.map.range(...stretch.inside);
      const rect = range && solid(range.getBoundingClientRect());
      if (!rect) return [];
      const corner = this.boxes.origin.getBoundingClientRect();
      return [moved(rect, -corner.left, -corner.top)];
    }
    const rects = [];
    for (let segment = stretch.first; segment < stretch.last; segment++) {
      if (this.boxes.has(segment)) rects.push(this.boxes.measured(segment));
    }
    return columnsOf(rects);
  }
}
