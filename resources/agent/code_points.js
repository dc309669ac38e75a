// Positions in text: the program counts code points, the browser UTF-16 code units.

const SURROGATES = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Return how many code points a text has. */
export function codePoints(text) {
  return text.length - (text.match(SURROGATES)?.length ?? 0);
}

/** Return how many code units the first `points` code points of a text take. */
export function codeUnits(text, points) {
  let at = 0;
  for (let left = points; left > 0 && at < text.length; left--) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return at;
}
