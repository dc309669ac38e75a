// The page agent: what the program asks of the page, and what the page tells the program.
import { Boxes } from "./boxes.js";
import { Builder } from "./build.js";
import { Capture } from "./capture.js";
import { Clock } from "./clock.js";
import { Follower } from "./follow.js";
import { solid } from "./geometry.js";
import { LayoutReader } from "./layout.js";
import { Overlay } from "./overlay.js";
import { Picker, blur } from "./pick.js";
import { unloadedImages, unloadedSheets, whenLoaded, whenStill } from "./waiting.js";

/** One object per document; the program calls its methods through `ask`. */
export class Agent {
  constructor(channel) {
    this.channel = channel;
    const tell = (message) => channel.tell(JSON.stringify(message));
    this.tell = tell;
    this.builder = null;
    this.map = null;
    this.captured = null;
    this.overlay = new Overlay();
    this.clock = new Clock(tell);
    this.follower = new Follower(this.overlay, tell, this.clock);
    this.picker = new Picker(tell);
  }

  wake(number) { this.clock.wake(number); }

  // -- as fetched --------------------------------------------------------------------------

  build_begin() {
    this.builder = new Builder();
  }

  build_steps(steps) {
    return this.builder.take(steps);
  }

  build_end() {
    this.map = this.builder.finish();
    this.builder = null;
    return this.counts();
  }

  // -- as rendered -------------------------------------------------------------------------

  when_still(quiet, limit) {
    whenStill(this.clock, quiet, limit, () => this.tell({ kind: "still" }));
  }

  capture() {
    blur();
    this.watching?.disconnect();
    this.captured = new Capture(this.overlay.host);
    this.map = this.captured.run();
    this.watching = this.captured.watch(() => this.tell({ kind: "changed" }));
    return location.href;
  }

  /** Return how many elements and texts the page has that is built or captured. */
  counts() {
    return { elements: this.map.elements.length, slots: this.map.slots.length };
  }

  captured_piece() {
    return this.captured.piece();
  }

  // -- heatmap -----------------------------------------------------------------------------

  segments(element, first, last, whole) {
    const segments = { element, first, last, whole };
    if (!this.overlay.host.isConnected) document.documentElement.append(this.overlay.host);
    const boxes = new Boxes(this.map, segments, this.overlay.host);
    this.overlay.attach(boxes);
    this.picker.attach(boxes, this.overlay);
    this.follower.attach(boxes);
    return boxes.count;
  }

  style(style) { this.overlay.setStyle(style); }
  zoom(zoom) { this.overlay.setZoom(zoom); }

  switches({ intensity, shown, figures, picking, scale }) {
    this.overlay.tree.change({ scale });
    this.overlay.setIntensity(intensity);
    this.overlay.setShown(shown);
    this.overlay.setFigures(figures);
    this.picker.picking = picking;
  }

  /** Take the values that changed, and another layer if there is one (`null` for none at all);
   * return how many marks look different now. */
  show(segments, values, runs, layer) {
    return this.overlay.show(segments, values, runs, layer);
  }

  /** Draw boxes of a tree as far as a round, `null` for none. */
  tree(record, round) { this.overlay.tree.set(record, round); }
  tree_round(round) { this.overlay.tree.setRound(round); }

  outline(kind, stretches) { this.overlay.outlines.set(kind, stretches); }

  /** Return which of some places is in the view and the height of its line; null for none. */
  first_line(places) {
    for (const [at, place] of places.entries()) {
      const top = this.follower.held.lineOf({ places: [place] })?.top ?? -1;
      if (top >= 0 && top < innerHeight) return [at, top * devicePixelRatio];
    }
    return null;
  }

  hold(places, y) { this.follower.hold(places, y); }
  align(segment, y) { this.follower.align(segment, y); }

  /** The program scrolls and sizes the page for itself; then all comes back to where it was. */
  rest() { this.follower.rest(); }
  resume() { this.follower.resume(); }

  /** Scroll to a height and colour a strip at the lower edge of the view, by which the program
   * sees when this is on screen; number 0 takes it away. */
  strip(number, height, top) {
    if (number) window.scrollTo({ top, behavior: "instant" });
    this.overlay.setStrip(number ? `rgb(${number & 255} 77 133)` : "", height);
    this.overlay.place();
    return scrollY;
  }

  /** Say `styled` when the style sheets are there, or after `limit` ms at the latest. */
  when_styled(limit) {
    whenLoaded(this.clock, unloadedSheets(), limit, () => this.tell({ kind: "styled" }));
  }

  /** Say `settled` when style sheets, images and fonts are there, or after `limit` ms. */
  when_settled(limit) {
    whenLoaded(this.clock, [...unloadedSheets(), ...unloadedImages()], limit, () => {
      this.follower.later();
      this.clock.soon(() => this.tell({ kind: "settled" }));
    });
  }

  /** Return whether the page has text and none of it can be seen. */
  hides_text() {
    const boxes = this.follower.boxes;
    return boxes !== null && boxes.count > 0 && boxes.left.every(Number.isNaN);
  }

  // -- layout ------------------------------------------------------------------------------

  layout_begin() {
    blur();
    this.reader = new LayoutReader(this.map);
    return this.reader.size();
  }

  layout_elements(first, last) { return this.reader.elements(first, last); }
  layout_slots(first, last) { return this.reader.slots(first, last); }

  /** Return the boxes of these slots as they are on screen, one after the other. */
  slot_boxes(slots) {
    const reader = new LayoutReader(this.map);
    return slots.flatMap((slot) => reader.boxOfSlot(slot));
  }

  // -- what tests and the status line read ---------------------------------------------------

  /** Return what is drawn for a segment, as computed by the browser; null if nothing is. */
  drawn(segment) {
    const mark = this.overlay.marks.get(segment);
    if (!mark || !mark.className) return null;
    const style = getComputedStyle(mark);
    const rect = mark.getBoundingClientRect();
    return {
      background: style.backgroundColor, pattern: style.backgroundImage !== "none",
      names: mark.className, letter: mark.dataset.letter, text: mark.textContent,
      parts: mark.querySelectorAll(".run").length,
      box: [rect.left, rect.top, rect.width, rect.height],
    };
  }

  /** Return the boxes, separators and labels that are drawn, in pixels of the view. */
  tree_drawn() { return this.overlay.tree.drawn(); }

  state() {
    return {
      marks: this.overlay.marks.size, painted: this.overlay.painted, scroll: scrollY,
      measured: this.follower.measured, mode: document.compatMode,
      outlines: [...this.overlay.outlines.ground.children].map((outline) => {
        const rect = outline.getBoundingClientRect();
        return [outline.className, rect.left, rect.top, rect.width, rect.height];
      }),
    };
  }

  /** Return left, top, width and height of a stretch of text in the view, null if it has none. */
  place_of_text(firstSlot, firstChar, lastSlot, lastChar) {
    const range = this.map.range(firstSlot, firstChar, lastSlot, lastChar);
    const rect = range && solid(range.getBoundingClientRect());
    return rect ? [rect.left, rect.top, rect.width, rect.height] : null;
  }

  place_of(segment) {
    const rect = this.follower.boxes.rectangle(segment);
    return rect ? [rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top] : null;
  }
}
