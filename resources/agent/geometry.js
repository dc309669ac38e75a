// Rectangles: plain objects or DOMRects with left, top, right and bottom, all in the same unit.

const COLUMN_GAP = 48; // pixels; maximum gap between rectangles of one column

/** Return the rectangle if it has an area, else null. */
export function solid(rect) {
  return rect.right > rect.left && rect.bottom > rect.top ? rect : null;
}

/** Return whether two rectangles have points in common. */
export function overlap(first, second) {
  return first.left < second.right && first.right > second.left &&
    first.top < second.bottom && first.bottom > second.top;
}

/** Return the intersection of two rectangles; without common points it has no area. */
export function intersection(first, second) {
  return {
    left: Math.max(first.left, second.left), top: Math.max(first.top, second.top),
    right: Math.min(first.right, second.right), bottom: Math.min(first.bottom, second.bottom),
  };
}

/** Return the smallest rectangle around two rectangles. */
export function union(first, second) {
  return {
    left: Math.min(first.left, second.left), top: Math.min(first.top, second.top),
    right: Math.max(first.right, second.right), bottom: Math.max(first.bottom, second.bottom),
  };
}

/** Return the area of a rectangle. */
export function areaOf(rect) {
  return (rect.right - rect.left) * (rect.bottom - rect.top);
}

/** Return a rectangle moved by a distance. */
export function moved(rect, x, y) {
  return { left: rect.left + x, top: rect.top + y, right: rect.right + x, bottom: rect.bottom + y };
}

/** Return a rectangle that keeps a distance from the sides of an area, where it is inside of it. */
export function inset(rect, area, distance) {
  const left = Math.max(rect.left, Math.min(rect.left + distance, area.left + distance));
  const right = Math.min(rect.right, Math.max(rect.right - distance, area.right - distance));
  return { ...rect, left, right: Math.max(right, left) };
}

/** Return the four sides of a rectangle, such as a DOMRect, as a plain object. */
export function sidesOf({ left, top, right, bottom }) {
  return { left, top, right, bottom };
}

/** Join the rectangles of a text in reading order to one rectangle per line. */
export function linesOf(rects) {
  const onLine = (line, rect) => {
    const middle = (rect.top + rect.bottom) / 2;
    return middle > line.top && middle < line.bottom && rect.left <= line.right + 2;
  };
  return joined([...rects].filter(solid), onLine);
}

/** Join successive rectangles of the same column. */
export function columnsOf(rects) {
  return joined(rects, isSameColumn);
}

/** Return whether a rectangle continues the column of the rectangle before it. */
export function isSameColumn(before, rect) {
  const shared = Math.min(before.right, rect.right) - Math.max(before.left, rect.left);
  const narrow = Math.min(before.right - before.left, rect.right - rect.left);
  const gap = Math.max(rect.top - before.bottom, before.top - rect.bottom);
  return shared >= narrow / 2 && gap < COLUMN_GAP;
}

/** Join each rectangle to the previous joined rectangle if `belongs(before, rect)`. */
function joined(rects, belongs) {
  const merged = [];
  for (const rect of rects) {
    const before = merged.at(-1);
    if (before && belongs(before, rect)) merged[merged.length - 1] = union(before, rect);
    else merged.push(sidesOf(rect));
  }
  return merged;
}

/** Return the keys of the cells of a grid that a rectangle touches. */
export function cellsOf(rect, side) {
  const keys = [];
  const [left, right] = [Math.floor(rect.left / side), Math.floor(rect.right / side)];
  const [top, bottom] = [Math.floor(rect.top / side), Math.floor(rect.bottom / side)];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) keys.push(`${column} ${row}`);
  }
  return keys;
}

/** Rectangles by the cells of a grid, for a fast search for neighbours. */
export class RectGrid {
  /** @param {number} side  of a cell */
  constructor(side) {
    this.side = side;
    this.cells = new Map();
  }

  add(rect) {
    for (const cell of cellsOf(rect, this.side)) {
      if (!this.cells.has(cell)) this.cells.set(cell, []);
      this.cells.get(cell).push(rect);
    }
  }

  /** Return whether a rectangle overlaps an added rectangle. */
  touches(rect) {
    return cellsOf(rect, this.side)
      .some((cell) => (this.cells.get(cell) ?? []).some((added) => overlap(rect, added)));
  }
}

/** Set position and size of an element, in CSS pixels. */
export function put(element, left, top, width, height) {
  Object.assign(element.style, {
    left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
  });
}
