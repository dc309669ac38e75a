// Follows the page: measures moved text again, and reports the position of the view.
import { HeldHeight } from "./hold.js";

const SLICE_MS = 25;
const SLICE_SEGMENTS = 200;
const RETURN_MS = 1000; // the view gets its own size again within this time
const USER_MS = 400; // scrolling so soon after an input event is the user's

/** Measures the page, places the overlay and reports the position of the view. */
export class Follower {
  /**
   * @param {Overlay} overlay
   * @param {function(object): void} send  sends a message to the program
   * @param {Clock} clock
   */
  constructor(overlay, send, clock) {
    this.overlay = overlay;
    this.send = send;
    this.clock = clock;
    this.boxes = null;
    this.turn = 0;
    this.waiting = false;
    this.measured = false;
    this.cost = 0; // ms that the last measurement took
    this.ended = 0;
    this.scrolling = false;
    /** Whether we caused all scroll events since the last report. */
    this.own = null;
    this.held = new HeldHeight(send);
    this.resting = false;
    /** Height to return to, if no segment is held while the program scrolls. */
    this.top = null;
    this.shape = "";
    this.touched = -Infinity;
    this.resized = new ResizeObserver(() => this.later());
    this.listen();
  }

  listen() {
    const early = { capture: true, passive: true };
    for (const kind of ["wheel", "keydown", "pointerdown", "pointermove", "touchmove"]) {
      window.addEventListener(kind, (event) => {
        if (kind !== "pointermove" || event.buttons) this.touched = performance.now();
      }, early);
    }
    document.addEventListener("scroll", (event) => this.scrolled(event.target), early);
    // Late arrivals move text: images, style sheets, fonts, opened details.
    for (const kind of ["load", "toggle", "transitionend"]) {
      document.addEventListener(kind, () => this.later(), early);
    }
    document.fonts.addEventListener("loadingdone", () => this.later());
    window.addEventListener("resize", () => this.later());
  }

  attach(boxes) {
    this.boxes = boxes;
    this.held.attach(boxes);
    this.resized.disconnect();
    this.resized.observe(document.documentElement);
    if (document.body) this.resized.observe(document.body);
    this.measure();
  }

  /** Measure everything again soon, once for all requests until then. */
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
    // Measuring takes at most a quarter of the time, even if a page always changes.
    const pause = this.ended + 3 * this.cost - performance.now();
    if (pause > 60) this.clock.after(Math.ceil(pause), again);
    else this.clock.soon(again);
  }

  /** Measure all segments in slices; a newer measurement ends an older one early. */
  measure() {
    const turn = ++this.turn;
    let next = 0;
    let cost = 0;
    const slice = () => {
      if (turn !== this.turn) return;
      const start = performance.now();
      next = this.measureSlice(next, start + SLICE_MS);
      cost += performance.now() - start;
      const finished = next >= this.boxes.count;
      if (finished) this.overlay.tree.measure();
      if (finished || !this.overlay.marks.size) this.overlay.place();
      if (finished) this.finish(cost);
      else this.clock.next(slice);
    };
    slice();
  }

  /** Measure at least one slice from `first` on, until a time; return the next segment. */
  measureSlice(first, until) {
    let next = first;
    do {
      const last = Math.min(next + SLICE_SEGMENTS, this.boxes.count);
      this.boxes.measure(next, last);
      next = last;
    } while (next < this.boxes.count && performance.now() < until);
    return next;
  }

  /** Report that everything is measured. */
  finish(cost) {
    this.measured = !this.waiting;
    this.cost = cost;
    this.ended = performance.now();
    this.send({ kind: "measured" });
    this.takeShape();
    this.keep();
    this.report(true);
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
    this.held.scrolledTo = null;
    if (!own) this.held.letGo();
    if (this.scrolling) return;
    this.scrolling = true;
    this.clock.soon(() => {
      const allOwn = this.own;
      this.scrolling = false;
      this.own = null;
      this.report(allOwn);
    });
  }

  /** Return whether the program scrolled, or the browser because of a new layout, and not the
   * user. */
  isOwn() {
    if (this.takeShape()) {
      this.later();
      return true;
    }
    const { scrolledTo } = this.held;
    if (scrolledTo !== null && Math.abs(scrollY - scrolledTo) < 2) return true;
    return this.waiting && performance.now() - this.touched > USER_MS;
  }

  /** Record zoom and size of the view; return whether they changed. */
  takeShape() {
    const before = this.shape;
    this.shape = `${devicePixelRatio} ${innerWidth} ${innerHeight}`;
    return this.shape !== before;
  }

  /** Send the first completely visible segment, its distance from the upper edge, the height of
   * the held line, and whether the program itself scrolled there. */
  report(own) {
    this.send({ kind: "scrolled", ...this.present(), held: this.held.heightOfLine(), own });
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

  hold(places, y) {
    this.held.hold(places, y);
    this.keep();
  }

  align(segment, y) {
    this.held.align(segment, y);
    this.keep();
  }

  /** Scroll the held line or segment to its height. */
  keep() {
    if (this.boxes && !this.resting) this.held.keep();
  }

  /** Let the program scroll; `resume` then restores what the user saw. */
  rest() {
    if (this.held.isFree()) {
      const { segment, y } = scrollY > 0 ? this.present() : { segment: -1, y: 0 };
      if (segment >= 0) this.held.align(segment, y);
      else this.top = scrollY; // the top of the page, or a part without text
    }
    this.resting = true;
  }

  resume() {
    this.resting = false;
    const { top } = this;
    this.top = null;
    if (top !== null) {
      const until = performance.now() + RETURN_MS;
      const back = () => {
        if (performance.now() < until) window.scrollTo({ top, behavior: "instant" });
      };
      back();
      window.addEventListener("resize", back, { once: true }); // now the view may be too high for it
    }
    this.later();
  }
}
