// Positions in text: the program counts code points, the browser UTF-16 code units.

const SURROGATES = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Return the number of code points of a text. */
export function codePoints(text) {
  return text.length - (text.match(SURROGATES)?.length ?? 0);
}

/** Return the number of code units of the first `points` code points of a text. */
export function codeUnits(text, points) {
  let offset = 0;
  for (let n = points; n > 0 && offset < text.length; n--) {
    offset += text.codePointAt(offset) > 0xffff ? 2 : 1;
  }
  return offset;
}
