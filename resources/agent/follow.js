// Keeping places true: what moves text, when it is measured again, where the view stands.
"use strict";

const SLICE_MS = 25;
const SLICE_SEGMENTS = 200;
const NODE_TOP = 0.08; // share of the view above a box too high for it

/** Follows the page: measures, places the overlay, says where the view stands. */
class Follower {
  /**
   * @param {Overlay} overlay
   * @param {function(object): void} tell  sends a message to the program
   * @param {Clock} clock
   */
  constructor(overlay, tell, clock) {
    this.overlay = overlay;
    this.tell = tell;
    this.clock = clock;
    this.boxes = null;
    this.turn = 0;
    this.waiting = false;
    this.measured = false;
    this.cost = 0; // ms the last measuring took
    this.ended = 0;
    this.scrolling = false;
    /** Whether all scroll events since the last report were of our own making. */
    this.own = null;
    /** Where the program itself scrolled to, null when that was told. */
    this.ownTop = null;
    this.resized = new ResizeObserver(() => this.later());
    document.addEventListener("scroll", (event) => this.scrolled(event.target),
      { capture: true, passive: true });
    // What arrives late moves text: images, style sheets, fonts, opened details.
    for (const kind of ["load", "toggle", "transitionend"]) {
      document.addEventListener(kind, () => this.later(), { capture: true, passive: true });
    }
    document.fonts.addEventListener("loadingdone", () => this.later());
    window.addEventListener("resize", () => this.later());
  }

  attach(boxes) {
    this.boxes = boxes;
    this.resized.disconnect();
    this.resized.observe(document.documentElement);
    if (document.body) this.resized.observe(document.body);
    this.measure();
  }

  /** Measure all again soon, once for all that asked meanwhile. */
  later() {
    if (!this.boxes) return;
    this.measured = false;
    if (this.waiting) return;
    this.waiting = true;
    const again = () => {
      this.waiting = false;
      this.boxes.forget();
      this.measure();
    };
    // A page that never rests is measured a quarter of the time at most.
    const pause = this.ended + 3 * this.cost - performance.now();
    if (pause > 60) this.clock.after(Math.ceil(pause), again);
    else this.clock.soon(again);
  }

  /** Measure all segments in slices; a newer turn ends an older one. */
  measure() {
    const turn = ++this.turn;
    let next = 0;
    let cost = 0;
    const slice = () => {
      if (turn !== this.turn) return;
      const start = performance.now();
      const until = start + SLICE_MS;
      do {
        const last = Math.min(next + SLICE_SEGMENTS, this.boxes.count);
        this.boxes.measure(next, last);
        next = last;
      } while (next < this.boxes.count && performance.now() < until);
      cost += performance.now() - start;
      const finished = next >= this.boxes.count;
      if (finished) this.overlay.tree.measure();
      if (finished || !this.overlay.marks.size) this.overlay.place();
      if (!finished) {
        this.clock.next(slice);
        return;
      }
      this.measured = !this.waiting;
      this.cost = cost;
      this.ended = performance.now();
      this.tell({ kind: "measured" });
      this.report(true);
    };
    slice();
  }

  scrolled(target) {
    if (!this.boxes) return;
    if (target !== document && this.boxes.map.rowOf.has(target)) {
      this.boxes.measure(...this.boxes.below(this.boxes.map.rowOf.get(target)));
      this.overlay.tree.measure();
    }
    this.boxes.measureThese(this.boxes.pinned);
    this.overlay.place();
    const own = this.ownTop !== null && Math.abs(scrollY - this.ownTop) < 2;
    this.own = own && this.own !== false;
    this.ownTop = null;
    if (this.scrolling) return;
    this.scrolling = true;
    this.clock.soon(() => {
      const own = this.own;
      this.scrolling = false;
      this.own = null;
      this.report(own);
    });
  }

  /** Say which segment is the first one wholly visible, how far below the upper edge, and whether
   * the program itself moved the view there. */
  report(own) {
    const corner = this.boxes.origin.getBoundingClientRect();
    const top = -corner.top;
    const segment = this.firstVisible(top, top + innerHeight);
    const y = segment < 0 ? 0 : this.boxes.top[segment] - top;
    this.tell({ kind: "scrolled", segment, y, own });
  }

  firstVisible(top, bottom) {
    let partly = -1;
    for (const segment of this.boxes.between(top, bottom)) {
      if (this.boxes.pinned.has(segment)) continue;
      const start = this.boxes.top[segment];
      if (start >= top && start + this.boxes.height[segment] <= bottom) return segment;
      if (partly < 0) partly = segment;
    }
    return partly;
  }

  /** Bring a place of the page to a height of the view, without smooth scrolling. */
  reveal(segment, inside, y) {
    const shown = this.nearestShown(segment);
    if (shown < 0) return false;
    this.ownTop = scrollY;
    this.bringIn(shown);
    this.boxes.measureThese([shown]);
    const range = shown === segment && inside ? this.boxes.map.range(...inside) : null;
    const rect = range && solid(range.getBoundingClientRect());
    const corner = this.boxes.origin.getBoundingClientRect();
    const now = rect ? rect.top : this.boxes.top[shown] + corner.top;
    window.scrollBy({ top: now - y, behavior: "instant" });
    this.ownTop = scrollY;
    return true;
  }

  /** Bring a node of the tree to a height of the view; one that does not fit begins at its top. */
  revealNode(node, fraction) {
    const box = this.overlay.tree.rectangle(node);
    if (!box) return false;
    const top = box.top + this.boxes.origin.getBoundingClientRect().top;
    const high = box.bottom - box.top;
    const share = high > innerHeight * (1 - fraction) ? NODE_TOP : fraction;
    this.ownTop = scrollY;
    window.scrollBy({ top: top - share * innerHeight, behavior: "instant" });
    this.ownTop = scrollY;
    return true;
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

  /** Return the segment, or the nearest one before or after it that has a place. */
  nearestShown(segment) {
    this.boxes.measureThese([segment]);
    if (this.boxes.has(segment) || this.canScrollIn(segment)) return segment;
    for (let away = 1; away < this.boxes.count; away++) {
      for (const other of [segment - away, segment + away]) {
        if (this.boxes.has(other)) return other;
      }
    }
    return -1;
  }

  canScrollIn(segment) {
    const row = this.boxes.segments.element[segment];
    return this.boxes.facts(row).inside >= 0 && this.boxes.rectangle(segment) !== null &&
      this.boxes.shown(row);
  }
}
