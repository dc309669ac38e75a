// Boxes and styles of all elements and texts in the browser's layout.
import { over, parsedColour } from "./colours.js";

/** Reads the layout of a page in parts. */
export class LayoutReader {
  /** @param {PageMap} map */
  constructor(map) {
    this.map = map;
    this.grounds = [];
    this.context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    this.colours = new Map();
  }

  /** Return the sizes of view and page. */
  size() {
    const root = document.documentElement;
    const body = document.body;
    return {
      view_width: innerWidth,
      view_height: innerHeight,
      pixel_ratio: devicePixelRatio,
      loading: [...document.images].filter((image) => !image.complete && isNear(image)).length,
      page_width: Math.max(root.scrollWidth, body ? body.scrollWidth : 0),
      page_height: Math.max(root.scrollHeight, body ? body.scrollHeight : 0),
    };
  }

  /** Return the values of elements first ... last - 1; call in order, because parents come first. */
  elements(first, last) {
    const values = { box: [], font_size: [], font_weight: [], background: [], visible: [] };
    for (let row = first; row < Math.min(last, this.map.elements.length); row++) {
      const element = this.map.elements[row];
      const style = getComputedStyle(element);
      values.box.push(...boxOf(element.getClientRects().length && element.getBoundingClientRect()));
      values.font_size.push(parseFloat(style.fontSize) || 0);
      values.font_weight.push(parseInt(style.fontWeight, 10) || 400);
      values.background.push(this.ground(row, style.backgroundColor));
      values.visible.push(element.isConnected && element.checkVisibility(
        { opacityProperty: true, visibilityProperty: true },
      ) ? 1 : 0);
    }
    return values;
  }

  /** Return the boxes of slots first ... last - 1. */
  slots(first, last) {
    const box = [];
    for (let slot = first; slot < Math.min(last, this.map.slots.length); slot++) {
      box.push(...this.boxOfSlot(slot));
    }
    return { box };
  }

  boxOfSlot(slot) {
    const range = this.map.rangeOfSlots(slot, slot + 1);
    return boxOf(range && range.getClientRects().length && range.getBoundingClientRect());
  }

  /** Return the visible background of an element as 0xRRGGBB: its colour over its parent's. */
  ground(row, own) {
    const parent = this.map.parents[row];
    const behind = parent >= 0 ? this.grounds[parent] : 0xffffff;
    this.grounds[row] = over(this.parsed(own), behind);
    return this.grounds[row];
  }

  /** Return red, green, blue, alpha of a CSS colour in any colour space. */
  parsed(text) {
    if (!this.colours.has(text)) this.colours.set(text, parsedColour(text) ?? this.drawn(text));
    return this.colours.get(text);
  }

  /** Return red, green, blue, alpha of a CSS colour by drawing a pixel. */
  drawn(text) {
    this.context.clearRect(0, 0, 1, 1);
    this.context.fillStyle = "rgb(0 0 0 / 0)";
    this.context.fillStyle = text;
    this.context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = this.context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }
}

/** Return whether an image is in the view or not lazy: other images are not loading. */
function isNear(image) {
  const rect = image.getBoundingClientRect();
  return image.loading !== "lazy" || (rect.bottom > 0 && rect.top < innerHeight);
}

/** Return x, y, width, height in page pixels, nulls without a box. */
function boxOf(rect) {
  if (!rect) return [null, null, null, null];
  const box = [rect.left + scrollX, rect.top + scrollY, rect.width, rect.height];
  return box.map((length) => Math.round(length * 100) / 100);
}
