// Outlines of what is selected and of what the pointer is over.
"use strict";

const MAX_OUTLINES = 400;
const NEAR = 48; // page pixels between two segments that share an outline

/**
 * @typedef {object} Stretch  a run of text to outline
 * @property {number} first  first segment
 * @property {number} last  segment after the last one
 * @property {number[]|null} inside  [slot, char, slot, char] if it is part of one segment only
 * @property {number} [node]  instead of all this: a node of the tree that is drawn
 */

class Outlines {
  /** @param {BoxTree} tree  knows where nodes stand */
  constructor(tree) {
    this.tree = tree;
    this.ground = document.createElement("div");
    this.boxes = null;
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

  place() {
    if (!this.boxes) return;
    const found = [];
    for (const [kind, stretches] of Object.entries(this.stretches)) {
      for (const stretch of stretches) {
        const tight = stretch.inside || stretch.node !== undefined;
        const name = tight ? `outline part ${kind}` : `outline ${kind}`;
        for (const rect of this.rectangles(stretch)) found.push([name, rect]);
      }
    }
    this.ground.replaceChildren(...found.slice(0, MAX_OUTLINES).map(([name, rect]) => {
      const outline = document.createElement("div");
      outline.className = name;
      put(outline, rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top);
      return outline;
    }));
  }

  rectangles(stretch) {
    if (stretch.node !== undefined) {
      const box = this.tree.outline(stretch.node);
      return box && box.right > box.left && box.bottom > box.top ? [box] : [];
    }
    if (stretch.inside) {
      const range = this.boxes.map.range(...stretch.inside);
      const rect = range && solid(range.getBoundingClientRect());
      if (!rect) return [];
      const corner = this.boxes.origin.getBoundingClientRect();
      return [{
        left: rect.left - corner.left, right: rect.right - corner.left,
        top: rect.top - corner.top, bottom: rect.bottom - corner.top,
      }];
    }
    return this.columns(stretch.first, stretch.last);
  }

  /** Return the rectangles around segments; those that follow in one column share one. */
  columns(first, last) {
    const found = [];
    const { left, top, width, height } = this.boxes;
    for (let at = first; at < last; at++) {
      if (!this.boxes.has(at)) continue;
      const rect = {
        left: left[at], right: left[at] + width[at], top: top[at], bottom: top[at] + height[at],
      };
      const before = found[found.length - 1];
      if (before && sameColumn(before, rect)) {
        before.left = Math.min(before.left, rect.left);
        before.right = Math.max(before.right, rect.right);
        before.top = Math.min(before.top, rect.top);
        before.bottom = Math.max(before.bottom, rect.bottom);
      } else {
        found.push(rect);
      }
    }
    return found;
  }
}

function sameColumn(before, rect) {
  const shared = Math.min(before.right, rect.right) - Math.max(before.left, rect.left);
  const narrow = Math.min(before.right - before.left, rect.right - rect.left);
  const gap = Math.max(rect.top - before.bottom, before.top - rect.bottom);
  return shared >= narrow / 2 && gap < NEAR;
}
