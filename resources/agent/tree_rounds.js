// The state of a tree of boxes in each round of its construction.

export const MAX_LEVEL = 3; // maximum levels of nested boxes with space between their frames

/**
 * Return the kind of each node in a round.
 *
 * @param {TreeRecord} record  see tree.js
 * @param {number} round
 * @returns {string[]}  `leaf` of the result, `open` (divided in a later round), `inner` (divided),
 *   `part` (below a leaf), or empty for a node that a later round creates
 */
export function kindsIn({ parent, round: created, leaf }, round) {
  const kinds = new Array(parent.length).fill("");
  parent.forEach((above, node) => {
    if (created[node] > round) return;
    const around = above >= 0 ? kinds[above] : "inner";
    if (around === "leaf" || around === "part") kinds[node] = "part";
    else kinds[node] = leaf[node] ? "leaf" : "open";
    if (around === "open") kinds[above] = "inner";
  });
  return kinds;
}

/** Return the number of levels of boxes nested in each node, at most `MAX_LEVEL`, without parts of
 * leaves. */
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
 * null without space between them. */
export function bandBetween(node, before, after, isAcross) {
  if (!node || !before || !after) return null;
  const band = isAcross
    ? { ...node, top: before.bottom, bottom: after.top }
    : { ...node, left: before.right, right: after.left };
  return band.right > band.left && band.bottom > band.top ? band : null;
}
