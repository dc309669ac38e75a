// The pointer: what it is over, and clicks.

/** Distance from which a movement of the pressed pointer is a drag, CSS pixels. */
const DRAG_DISTANCE = 8;

export class Picker {
  /** @param {function(object): void} tell  sends a message to the program */
  constructor(tell) {
    this.tell = tell;
    this.boxes = null;
    this.overlay = null;
    this.picking = true;
    this.last = "";
    this.pointer = "";
    this.pressed = null;
    this.dragged = false;
    window.addEventListener("mousedown", (event) => this.press(event), { capture: true });
    window.addEventListener("mouseup", (event) => this.release(event), { capture: true });
    window.addEventListener("mousemove", (event) => this.moved(event), { passive: true });
    document.addEventListener("mouseleave", () => this.left(), { passive: true });
    for (const kind of ["click", "auxclick", "dblclick", "submit", "dragstart", "contextmenu"]) {
      window.addEventListener(kind, (event) => this.caught(event), { capture: true });
    }
    window.addEventListener("focusin", () => this.picking && blur(), { capture: true });
  }

  attach(boxes, overlay) {
    this.boxes = boxes;
    this.overlay = overlay;
    this.last = "";
  }

  moved(event) {
    if (!this.boxes || event.buttons) return;
    const hit = this.hit(event.clientX, event.clientY);
    const key = `${hit.segment} ${hit.slot} ${hit.char} ${hit.node}`;
    // The browser moves the pointer again, without moving it, after the page was scrolled below it.
    const pointer = `${event.screenX} ${event.screenY}`;
    const moved = pointer !== this.pointer;
    this.pointer = pointer;
    if (key === this.last) return;
    this.last = key;
    this.tell({ kind: "hover", ...hit, x: event.clientX, y: event.clientY, moved });
  }

  left() {
    this.last = "";
    this.pointer = "";
    this.tell({
      kind: "hover", segment: -1, slot: -1, char: 0, node: -1, x: -1, y: -1, moved: true,
    });
  }

  press(event) {
    this.dragged = false;
    this.pressed = event.isTrusted && event.button === 0 ? event : null;
  }

  /** Tell where the user dragged over text; the click that follows a drag selects nothing. */
  release(event) {
    const pressed = this.pressed;
    this.pressed = null;
    if (!pressed || !this.picking || !this.boxes || !event.isTrusted) return;
    const far = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
    this.dragged = far >= DRAG_DISTANCE;
    if (!this.dragged) return;
    const start = this.dragEnd(pressed.clientX, pressed.clientY);
    this.tell({ kind: "drag", start, end: this.dragEnd(event.clientX, event.clientY) });
  }

  /** While blocks are picked, a click selects and does nothing to the page. */
  caught(event) {
    if (!this.picking || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== "click" || !this.boxes || this.dragged) return;
    const hit = this.hit(event.clientX, event.clientY);
    this.tell({ kind: "click", ...hit, x: event.clientX, y: event.clientY });
  }

  /** Return segment, slot, character (code points) and node of the tree that is drawn at a point of
   * the view; -1 for none. */
  hit(x, y) {
    return { ...this.place(x, y), node: this.overlay.tree.hit(x, y) };
  }

  place(x, y) {
    return this.inSegment(this.textAt(x, y)) ?? this.beside(x, y);
  }

  /** Return the character at a point, or where the pointer is beside all text, the closest one:
   * a drag may begin and end in a margin. */
  dragEnd(x, y) {
    return this.inSegment(this.textAt(x, y) ?? this.textNear(x, y)) ?? this.beside(x, y);
  }

  inSegment(text) {
    const segment = text ? this.boxes.ofSlot(text.slot) : -1;
    return segment >= 0 ? { segment, ...text } : null;
  }

  beside(x, y) {
    return { segment: this.smallestAt(x, y), slot: -1, char: 0 };
  }

  textNear(x, y) {
    const caret = caretAt(x, y);
    if (!caret?.offsetNode.data) return null;
    const last = caret.offsetNode.data.length - 1;
    return this.boxes.map.place(caret.offsetNode, Math.min(caret.offset, last));
  }

  textAt(x, y) {
    const caret = caretAt(x, y);
    if (!caret) return null;
    const node = caret.offsetNode;
    // The nearest text is given also where the pointer is beside it.
    for (const offset of [caret.offset, caret.offset - 1]) {
      if (offset >= 0 && offset < node.data.length && isCharAt(node, offset, x, y)) {
        return this.boxes.map.place(node, offset);
      }
    }
    return null;
  }

  /** Return the smallest segment around a point: the innermost one. */
  smallestAt(x, y) {
    const corner = this.boxes.origin.getBoundingClientRect();
    const { left, top, width, height } = this.boxes;
    let found = -1;
    let area = Infinity;
    for (const segment of this.overlay.marks.keys()) {
      const dx = x - corner.left - left[segment];
      const dy = y - corner.top - top[segment];
      const inside = dx >= 0 && dy >= 0 && dx < width[segment] && dy < height[segment];
      if (inside && width[segment] * height[segment] < area) {
        found = segment;
        area = width[segment] * height[segment];
      }
    }
    return found;
  }
}

/** Take the focus from the element that has it: a page looks another way while one has. */
export function blur() {
  document.activeElement?.blur?.();
}

/** Return the position in a text node that is closest to a point of the view; null for none. */
function caretAt(x, y) {
  const caret = document.caretPositionFromPoint(x, y, { shadowRoots: openRoots(x, y) });
  return caret?.offsetNode.nodeType === Node.TEXT_NODE ? caret : null;
}

/** Return whether a character of a text node is at a point of the view. */
function isCharAt(node, offset, x, y) {
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(node, offset + 1);
  const rect = range.getBoundingClientRect();
  return x >= rect.left - 2 && x <= rect.right + 2 && y >= rect.top - 2 && y <= rect.bottom + 2;
}

/** Return the open shadow roots around a point, from the outside in. */
function openRoots(x, y) {
  const roots = [];
  let element = document.elementFromPoint(x, y);
  while (element?.shadowRoot) {
    roots.push(element.shadowRoot);
    element = element.shadowRoot.elementFromPoint(x, y);
    if (roots.length > 64) break;
  }
  return roots;
}
