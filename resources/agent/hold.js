// Keeps a line or a segment at a height of the view, even if the page moves.
import { solid } from "./geometry.js";

// Messages contain heights in screen points, because the zoom may change before they arrive.

/** Keeps the first line of a text, or a segment, at a height of the view. */
export class HeldHeight {
  /** @param {function(object): void} send  sends a message to the program */
  constructor(send) {
    this.send = send;
    this.boxes = null;
    /** The held line or segment: { places or segment, y, seen }. */
    this.held = null;
    /** Target of the program's own scrolling, null after its report. */
    this.scrolledTo = null;
  }

  attach(boxes) {
    this.boxes = boxes;
    this.held = null;
  }

  isFree() {
    return this.held === null;
  }

  /** Hold the first visible line of a text: `places` are the starts of the text and of its parts,
   * each [slot, char, slot, char]; null releases the text. */
  hold(places, y) {
    if (places || this.held?.places) this.held = places && { places, y };
  }

  /** Hold a segment until the user scrolls. */
  align(segment, y) {
    this.held = { segment, y };
  }

  /** Return the height of the held line, null without a line. */
  heightOfLine() {
    return this.held?.places ? this.held.y : null;
  }

  /** After the user scrolled: hold at the new height while in view, else release. */
  letGo() {
    const top = this.held && this.lineOf(this.held)?.top;
    const inView = typeof top === "number" && top >= 0 && top < innerHeight;
    this.held = inView ? { ...this.held, y: top * devicePixelRatio } : null;
  }

  /** Scroll to the held height, without smooth scrolling; for a line, send `held` with the height
   * that it reached. */
  keep() {
    const segment = this.held ? this.shownSegment() : -1;
    if (segment < 0) return;
    this.scrolledTo = scrollY;
    if (!this.held.seen) this.bringIn(segment);
    this.held.seen = true;
    if (!this.boxes.pinned.has(segment)) {
      const { top } = this.lineOr(segment);
      window.scrollBy({ top: top - this.held.y / devicePixelRatio, behavior: "instant" });
    }
    this.scrolledTo = scrollY;
    if (!this.held.places) return;
    const { top, place } = this.lineOr(segment);
    this.send({ kind: "held", y: top * devicePixelRatio, place });
  }

  /** Return the held segment, or the nearest visible segment; -1 for none. */
  shownSegment() {
    const { segment, places } = this.held;
    return this.lineOf(this.held)?.segment ??
      this.nearestShown(segment ?? this.boxes.ofSlot(places[0][0]));
  }

  /** Return the held line; if none of its lines is visible, the given segment in its place. */
  lineOr(segment) {
    return this.lineOf(this.held) ?? { top: this.topOf(segment), place: -1 };
  }

  /** Return the first visible line: its segment, its height and the index of its place; null if
   * no line is visible. */
  lineOf({ places }) {
    for (const [index, place] of (places ?? []).entries()) {
      const range = this.boxes.map.range(...place);
      const rect = range && [...range.getClientRects()].find(solid);
      const segment = rect ? this.boxes.ofSlot(place[0]) : -1;
      if (segment >= 0 && this.canShow(segment)) return { segment, top: rect.top, place: index };
    }
    return null;
  }

  topOf(segment) {
    this.boxes.measureThese([segment]);
    return this.boxes.top[segment] + this.boxes.origin.getBoundingClientRect().top;
  }

  /** Scroll the scrollable elements around a segment so that the segment becomes visible. */
  bringIn(segment) {
    const facts = this.boxes.facts(this.boxes.segments.element[segment]);
    for (let row = facts.inside; row >= 0; row = this.boxes.facts(row).outside) {
      const element = this.boxes.map.elements[row];
      const rect = this.boxes.rectangle(segment);
      const room = element.getBoundingClientRect();
      const hidden = rect && (rect.top < room.top || rect.bottom > room.bottom);
      if (hidden && element.scrollHeight > element.clientHeight) {
        const to = rect.top - room.top - Math.max((room.height - rect.height) * 0.4, 0);
        element.scrollBy({ top: to, behavior: "instant" });
      }
    }
  }

  /** Return the segment, or the nearest segment with a box before or after it; -1 for none. */
  nearestShown(segment) {
    if (segment < 0 || this.canShow(segment)) return segment;
    for (let distance = 1; distance < this.boxes.count; distance++) {
      for (const neighbour of [segment - distance, segment + distance]) {
        if (this.boxes.has(neighbour)) return neighbour;
      }
    }
    return -1;
  }

  canShow(segment) {
    this.boxes.measureThese([segment]);
    return this.boxes.has(segment) || this.canScrollIn(segment);
  }

  canScrollIn(segment) {
    const row = this.boxes.segments.element[segment];
    return this.boxes.facts(row).inside >= 0 && this.boxes.rectangle(segment) !== null &&
      this.boxes.shown(row);
  }
}
