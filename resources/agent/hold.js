// One height: a line or a segment that stays where it is in the view, whatever moves it.
import { solid } from "./geometry.js";

// Heights come and go in points of the screen: how many of them a pixel of the page takes may be
// another by the time a message arrives.

/** Keeps the first line of a text, or a segment, at a height of the view. */
export class HeldHeight {
  /** @param {function(object): void} tell  sends a message to the program */
  constructor(tell) {
    this.tell = tell;
    this.boxes = null;
    /** What is held: { places or segment, y, seen }. */
    this.held = null;
    /** Where the program itself scrolled to, null when that was told. */
    this.scrolledTo = null;
  }

  attach(boxes) {
    this.boxes = boxes;
    this.held = null;
  }

  isFree() {
    return this.held === null;
  }

  /** Hold the first line that can be seen of a text: `places` are the beginnings of the text and of
   * its parts, each [slot, char, slot, char]; null holds no text. */
  hold(places, y) {
    if (places || this.held?.places) this.held = places && { places, y };
  }

  /** Hold a segment until the reader scrolls. */
  align(segment, y) {
    this.held = { segment, y };
  }

  /** Return the height of the line that is held, null where none is. */
  heightOfLine() {
    return this.held?.places ? this.held.y : null;
  }

  /** The reader scrolled: what is held goes along as long as it is in the view. */
  letGo() {
    const top = this.held && this.lineOf(this.held)?.top;
    const inView = typeof top === "number" && top >= 0 && top < innerHeight;
    this.held = inView ? { ...this.held, y: top * devicePixelRatio } : null;
  }

  /** Bring what is held to its height, without smooth scrolling. Says `held` with the height that a
   * line got to. */
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
    this.tell({ kind: "held", y: top * devicePixelRatio, place });
  }

  /** Return the segment of what is held, or the one nearest to it that can be seen; -1 for none. */
  shownSegment() {
    const { segment, places } = this.held;
    return this.lineOf(this.held)?.segment ??
      this.nearestShown(segment ?? this.boxes.ofSlot(places[0][0]));
  }

  /** Return the line that is held; where none can be seen, the segment in its place. */
  lineOr(segment) {
    return this.lineOf(this.held) ?? { top: this.topOf(segment), place: -1 };
  }

  /** Return the first line that can be seen: its segment, its height and which of the places it
   * is; null where none can. */
  lineOf({ places }) {
    for (const [at, place] of (places ?? []).entries()) {
      const range = this.boxes.map.range(...place);
      const rect = range && [...range.getClientRects()].find(solid);
      const segment = rect ? this.boxes.ofSlot(place[0]) : -1;
      if (segment >= 0 && this.canShow(segment)) return { segment, top: rect.top, place: at };
    }
    return null;
  }

  topOf(segment) {
    this.boxes.measureThese([segment]);
    return this.boxes.top[segment] + this.boxes.origin.getBoundingClientRect().top;
  }

  /** Scroll what scrolls inside the page so that the segment can be seen at all. */
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

  /** Return the segment, or the nearest one on the page before or after it; -1 if none is. */
  nearestShown(segment) {
    if (segment < 0 || this.canShow(segment)) return segment;
    for (let away = 1; away < this.boxes.count; away++) {
      for (const other of [segment - away, segment + away]) {
        if (this.boxes.has(other)) return other;
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
