// The page agent: methods that the program calls on the page, and messages to the program.
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
    const send = (message) => channel.receive(JSON.stringify(message));
    this.send = send;
    this.builder = null;
    this.map = null;
    this.captured = null;
    this.overlay = new Overlay();
    this.clock = new Clock(send);
    this.follower = new Follower(this.overlay, send, this.clock);
    this.picker = new Picker(send);
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
    whenStill(this.clock, quiet, limit, () => this.send({ kind: "still" }));
  }

  capture() {
    blur();
    this.watching?.disconnect();
    this.captured = new Capture(this.overlay.host);
    this.map = this.captured.run();
    this.watching = this.captured.watch(() => this.send({ kind: "changed" }));
    return location.href;
  }

  /** Return the numbers of elements and texts of the built or captured page. */
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

  switches({ intensity, shown, letters, values, picking, scale }) {
    this.overlay.tree.change({ scale });
    this.overlay.setIntensity(intensity);
    this.overlay.setShown(shown);
    this.overlay.setLettersShown(letters);
    this.overlay.setValuesShown(values);
    this.picker.picking = picking;
  }

  /** Set changed values, and another layer if it changed (`null` removes the layer); return how many
   * marks look different now. */
  show(segments, values, runs, layer) {
    return this.overlay.show(segments, values, runs, layer);
  }

  /** Draw the boxes of a tree up to a round; `null` removes them. */
  tree(record, round) { this.overlay.tree.set(record, round); }
  tree_round(round) { this.overlay.tree.setRound(round); }

  outline(kind, stretches) { this.overlay.outlines.set(kind, stretches); }

  /** Return the index of the first of these places in the view, and its height; null for none. */
  first_line(places) {
    for (const [index, place] of places.entries()) {
      const top = this.follower.held.lineOf({ places: [place] })?.top ?? -1;
      if (top >= 0 && top < innerHeight) return [index, top * devicePixelRatio];
    }
    return null;
  }

  hold(places, y) { this.follower.hold(places, y); }
  align(segment, y) { this.follower.align(segment, y); }

  /** Let the program scroll and resize the page; `resume` restores the view. */
  rest() { this.follower.rest(); }
  resume() { this.follower.resume(); }

  /** Scroll to a height and colour a strip at the lower edge of the view, so that the program
   * detects when the scrolled view is on screen; number 0 removes the strip. */
  strip(number, height, top) {
    if (number) window.scrollTo({ top, behavior: "instant" });
    this.overlay.setStrip(number ? `rgb(${number & 255} 77 133)` : "", height);
    this.overlay.place();
    return scrollY;
  }

  /** Send `styled` when the style sheets have arrived, or after `limit` ms. */
  when_styled(limit) {
    whenLoaded(this.clock, unloadedSheets(), limit, () => this.send({ kind: "styled" }));
  }

  /** Send `settled` when style sheets, images and fonts have arrived, or after `limit` ms. */
  when_settled(limit) {
    whenLoaded(this.clock, [...unloadedSheets(), ...unloadedImages()], limit, () => {
      this.follower.later();
      this.clock.soon(() => this.send({ kind: "settled" }));
    });
  }

  /** Return whether the page has text but none of it is visible. */
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

  /** Return the present boxes of these slots, one slot after the other. */
  slot_boxes(slots) {
    const reader = new LayoutReader(this.map);
    return slots.flatMap((slot) => reader.boxOfSlot(slot));
  }

  // -- for tests and the status line ---------------------------------------------------------

  /** Return the computed style of a segment's mark; null if it has no visible mark. */
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

  /** Return left, top, width and height of a range of text in the view, null if it has no box. */
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
