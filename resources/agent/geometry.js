// Rectangles: plain objects or DOMRects with left, top, right and bottom, in any one unit.

const COLUMN_GAP = 48; // pixels; the largest gap between rectangles of one column

/** Return the rectangle if it has an area, else null. */
export function solid(rect) {
  return rect.right > rect.left && rect.bottom > rect.top ? rect : null;
}

/** Return whether two rectangles have points in common. */
export function overlap(one, other) {
  return one.left < other.right && one.right > other.left &&
    one.top < other.bottom && one.bottom > other.top;
}

/** Return what two rectangles have in common; without common points it has no area. */
export function intersection(one, other) {
  return {
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  };
}

/** Return the smallest rectangle around two others. */
export function union(one, other) {
  return {
    left: Math.min(one.left, other.left), top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right), bottom: Math.max(one.bottom, other.bottom),
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

/** Return a copy of the four sides, of a DOMRect for example. */
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

/** Join rectangles that follow each other in one column. */
export function columnsOf(rects) {
  return joined(rects, isSameColumn);
}

/** Return whether a rectangle continues the column of the one before it. */
export function isSameColumn(before, rect) {
  const shared = Math.min(before.right, rect.right) - Math.max(before.left, rect.left);
  const narrow = Math.min(before.right - before.left, rect.right - rect.left);
  const gap = Math.max(rect.top - before.bottom, before.top - rect.bottom);
  return shared >= narrow / 2 && gap < COLUMN_GAP;
}

/** Join each rectangle to the joined one before it where `belongs(before, rect)`. */
function joined(rects, belongs) {
  const found = [];
  for (const rect of rects) {
    const before = found.at(-1);
    if (before && belongs(before, rect)) found[found.length - 1] = union(before, rect);
    else found.push(sidesOf(rect));
  }
  return found;
}

/** Return the keys of the cells of a grid that a rectangle touches. */
export function cellsOf(rect, side) {
  const found = [];
  const [left, right] = [Math.floor(rect.left / side), Math.floor(rect.right / side)];
  const [top, bottom] = [Math.floor(rect.top / side), Math.floor(rect.bottom / side)];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) found.push(`${column} ${row}`);
  }
  return found;
}

/** Rectangles by the cells of a grid, so that neighbours are found quickly. */
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

  /** Return whether a rectangle overlaps one that was added. */
  touches(rect) {
    return cellsOf(rect, this.side)
      .some((cell) => (this.cells.get(cell) ?? []).some((other) => overlap(rect, other)));
  }
}

/** Place an element, in CSS pixels. */
export function put(element, left, top, width, height) {
  Object.assign(element.style, {
    left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
  });
}
