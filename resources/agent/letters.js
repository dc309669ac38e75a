// Places for the letters of marks: beside the left edge, where they cover neither text nor other
// letters.
import { overlap } from "./geometry.js";

const MIN_WIDTH = 150; // screen pixels; minimum width of a segment with a letter
const LETTER_WIDTH = 18; // screen pixels
const LETTER_HEIGHT = 15; // screen pixels
const BULLET_WIDTH = 24; // page pixels
const BAND = 64; // page pixels
const CROWDED = 400; // maximum segments in a band; more letters are not distinguishable

/** Finds places for the letters of segments between two heights of the page. */
export class LetterRooms {
  /**
   * @param {object[]} rects  of segments, page pixels
   * @param {{top: number, bottom: number}} area  the heights
   * @param {number} zoom
   * @param {number} leftmost  left edge of the page, page pixels
   */
  constructor(rects, area, zoom, leftmost) {
    this.zoom = zoom;
    this.leftmost = leftmost;
    /** Rectangles of segments and of letters, each by horizontal band. */
    this.segments = new Map();
    this.letters = new Map();
    for (const rect of rects) {
      const top = Math.max(rect.top, area.top);
      const bottom = Math.min(rect.bottom, area.bottom);
      for (const band of bandsOf({ top, bottom })) addTo(this.segments, band, rect);
    }
  }

  /** Reserve the place for the letter of a segment; return whether it is free. In lists the
   * letter is beside the bullet. */
  take(rect, isListed) {
    if ((rect.right - rect.left) * this.zoom < MIN_WIDTH) return false;
    const room = this.roomOf(rect, isListed);
    const bands = bandsOf(room);
    const isFree = room.left >= this.leftmost &&
      bands.every((band) => this.isFree(room, band, rect));
    if (isFree) for (const band of bands) addTo(this.letters, band, room);
    return isFree;
  }

  roomOf({ left, top }, isListed) {
    const right = left - (isListed ? BULLET_WIDTH : 0);
    return {
      left: right - LETTER_WIDTH / this.zoom, right, top,
      bottom: top + LETTER_HEIGHT / this.zoom,
    };
  }

  isFree(room, band, own) {
    const near = this.segments.get(band) ?? [];
    return near.length <= CROWDED &&
      !near.some((rect) => rect !== own && overlap(room, rect)) &&
      !(this.letters.get(band) ?? []).some((letter) => overlap(room, letter));
  }
}

/** Return the numbers of the bands between two heights. */
export function bandsOf({ top, bottom }) {
  const bands = [];
  for (let band = Math.floor(top / BAND); band <= Math.floor(bottom / BAND); band++) {
    bands.push(band);
  }
  return bands;
}

function addTo(bands, band, rect) {
  if (!bands.has(band)) bands.set(band, []);
  bands.get(band).push(rect);
}
