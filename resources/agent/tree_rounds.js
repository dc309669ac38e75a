// The state of a tree of boxes in each of the rounds in which it was made.

export const MAX_LEVEL = 3; // levels of nested boxes whose frames are drawn apart

/**
 * Return what each node is in a round.
 *
 * @param {TreeRecord} record  see tree.js
 * @param {number} round
 * @returns {string[]}  `leaf` of the result, `open` (divided in a later round), `inner` (divided),
 *   `part` (below a leaf), or empty for a node that a later round makes
 */
export function kindsIn({ parent, round: made, leaf }, round) {
  const kinds = new Array(parent.length).fill("");
  parent.forEach((above, node) => {
    if (made[node] > round) return;
    const around = above >= 0 ? kinds[above] : "inner";
    if (around === "leaf" || around === "part") kinds[node] = "part";
    else kinds[node] = leaf[node] ? "leaf" : "open";
    if (around === "open") kinds[above] = "inner";
  });
  return kinds;
}

/** Return per node how many levels of boxes are nested in it, at most `MAX_LEVEL`; parts of leaves
 * do not count. */
export function levelsOf({ parent }, kinds) {
  const levels = new Uint8Array(parent.length);
  for (let node = parent.length - 1; node >= 0; node--) {
    const above = parent[node];
    if (above < 0 || !kinds[node] || kinds[node] === "part") continue;
    levels[above] = Math.max(levels[above], Math.min(levels[node] + 1, MAX_LEVEL));
  }
  return levels;
}

/** Return the band of a separator between the boxes beside it, inside the box that it divides;
 * null where nothing lies between them. */
export function bandBetween(node, before, after, isAcross) {
  if (!node || !before || !after) return null;
  const band = isAcross
    ? { ...node, top: before.bottom, bottom: after.top }
    : { ...node, left: before.right, right: after.left };
  return band.right > band.left && band.bottom > band.top ? band : null;
}
