// Places for labels of the boxes and bands of a tree, best first; all in the same unit.

/**
 * Return places for the degree of a box.
 *
 * @param {object} box  rectangle
 * @param {{wide: number, high: number}} size  of the label
 * @param {{kind: string, all: boolean, line: number}} options  kind of the box in this round,
 *   whether small boxes get a label too, the width of the line around the box
 * @returns {{outside: object[], inside: object[]}}  rectangles; inside places cover text, so they
 *   are given only for boxes much larger than their labels, or if all labels are requested
 */
export function degreeSpots(box, { wide, high }, { kind, all, line }) {
  const at = (left, top) => spotAt(left, top, wide, high);
  const left = at(box.left - wide - line, box.top); // in the margin, off the text
  const right = at(box.right + line, box.top);
  // A part is in a leaf, so its label can only be beside it.
  if (kind === "part") return { outside: [right, left], inside: [] };
  const above = box.top - high - line;
  const outside = [left, right, at(box.left, above), at(box.right - wide, above)];
  const isLarge = box.right - box.left >= 3 * wide && box.bottom - box.top >= 2 * high;
  if (kind === "inner" || !(all || isLarge)) return { outside, inside: [] };
  const inside = [
    at(box.right - wide, box.top), at(box.right - wide, box.bottom - high),
    at(box.left, box.bottom - high), at(box.left, box.top),
  ];
  return { outside, inside };
}

/** Return places for the weight of a band: near both ends, then in the middle. */
export function weightSpots(band, { wide, high }) {
  const at = (left, top) => spotAt(left, top, wide, high);
  const x = (band.left + band.right - wide) / 2;
  const y = (band.top + band.bottom - high) / 2;
  const isAcross = band.right - band.left > band.bottom - band.top;
  return isAcross
    ? [at(band.right - 1.5 * wide, y), at(band.left + wide / 2, y), at(x, y)]
    : [at(x, band.top + high), at(x, band.bottom - 2 * high), at(x, y)];
}

function spotAt(left, top, wide, high) {
  const [x, y] = [Math.round(left), Math.round(top)];
  return { left: x, top: y, right: x + wide, bottom: y + high };
}
