// Keeping places true: what moves text, when it is measured again, where the view stands.
"use strict";

const SLICE_MS = 25;
const SLICE_SEGMENTS = 200;
const HAND_MS = 400; // after the reader's hand moved, scrolling is the reader's

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
    /** What stays at its height: { places or segment, y }. */
    this.held = null;
    this.resting = false;
    this.shape = "";
    this.touched = -Infinity;
    for (const kind of ["wheel", "keydown", "pointerdown", "pointermove", "touchmove"]) {
      const hand = kind === "pointermove" ? (event) => event.buttons : () => true;
      window.addEventListener(kind, (event) => {
        if (hand(event)) this.touched = performance.now();
      }, { capture: true, passive: true });
    }
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
    this.held = null;
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
      this.takeShape();
      this.keep();
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
    const own = this.resting || this.isOwn();
    this.own = own && this.own !== false;
    this.ownTop = null;
    if (!own) this.letGo();
    if (this.scrolling) return;
    this.scrolling = true;
    this.clock.soon(() => {
      const own = this.own;
      this.scrolling = false;
      this.own = null;
      this.report(own);
    });
  }

  /** Return whether the view was moved by the program, or by the browser because the page is laid
   * out anew; a reader who turns the wheel meanwhile is not. */
  isOwn() {
    if (this.takeShape()) {
      this.later();
      return true;
    }
    if (this.ownTop !== null && Math.abs(scrollY - this.ownTop) < 2) return true;
    return this.waiting && performance.now() - this.touched > HAND_MS;
  }

  /** Return whether zoom or size of the view are others than the last time. */
  takeShape() {
    const before = this.shape;
    this.shape = `${devicePixelRatio} ${innerWidth} ${innerHeight}`;
    return this.shape !== before;
  }

  /** The reader scrolled: what is held goes along as long as it is in the view. */
  letGo() {
    const top = this.held && this.lineOf(this.held)?.top;
    const inView = typeof top === "number" && top >= 0 && top < innerHeight;
    this.held = inView ? { ...this.held, y: top * devicePixelRatio } : null;
  }

  /** Say which segment is the first one wholly visible, how far below the upper edge, where the
   * line is that is held, and whether the program itself moved the view there. */
  report(own) {
    const held = this.held?.places ? this.held.y : null;
    this.tell({ kind: "scrolled", ...this.present(), held, own });
  }

  present() {
    const corner = this.boxes.origin.getBoundingClientRect();
    const top = -corner.top;
    const segment = this.firstVisible(top, top + innerHeight);
    const y = segment < 0 ? 0 : (this.boxes.top[segment] - top) * devicePixelRatio;
    return { segment, y };
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

  // -- one height --------------------------------------------------------------------------

  // Heights come and go in points of the screen: how many of them a pixel of the page takes may be
  // another by the time a message arrives.

  /** Keep the first line of a text at a height of the view, whatever moves it: `places` are where
   * the text and its parts begin; null keeps nothing. Says `held` with the height it got to. */
  hold(places, y) {
    if (places || this.held?.places) this.held = places && { places, y };
    this.keep();
  }

  /** Bring what is held to its height, without smooth scrolling. */
  keep() {
    if (!this.held || !this.boxes || this.resting) return;
    const segment = this.lineOf(this.held)?.segment ?? this.nearestShown(this.segmentOf(this.held));
    if (segment < 0) return;
    this.ownTop = scrollY;
    if (!this.held.seen) this.bringIn(segment);
    this.held.seen = true;
    const now = this.lineOf(this.held)?.top ?? this.topOf(segment);
    if (!this.boxes.pinned.has(segment)) {
      window.scrollBy({ top: now - this.held.y / devicePixelRatio, behavior: "instant" });
    }
    this.ownTop = scrollY;
    if (!this.held.places) return;
    const line = this.lineOf(this.held);
    const y = (line?.top ?? this.topOf(segment)) * devicePixelRatio;
    this.tell({ kind: "held", y, place: line?.place ?? -1 });
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

  segmentOf({ places, segment }) {
    return segment ?? this.boxes.ofSlot(places[0][0]);
  }

  topOf(segment) {
    this.boxes.measureThese([segment]);
    return this.boxes.top[segment] + this.boxes.origin.getBoundingClientRect().top;
  }

  /** Bring a segment to a height of the view, and keep it there until the reader scrolls. */
  align(segment, y) {
    this.held = { segment, y };
    this.keep();
  }

  /** Let the program scroll; afterwards `resume` brings back what the reader saw. */
  rest() {
    if (!this.held && scrollY > 0) {
      const { segment, y } = this.present();
      if (segment >= 0) this.held = { segment, y };
    }
    this.resting = true;
  }

  resume() {
    this.resting = false;
    this.later();
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
