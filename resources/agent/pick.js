// The pointer: the text under it, clicks and drags.

/** Minimum movement of the pressed pointer for a drag, CSS pixels. */
const DRAG_DISTANCE = 8;

export class Picker {
  /** @param {function(object): void} send  sends a message to the program */
  constructor(send) {
    this.send = send;
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
    // After scrolling, the browser sends a move event though the pointer has not moved.
    const pointer = `${event.screenX} ${event.screenY}`;
    const moved = pointer !== this.pointer;
    this.pointer = pointer;
    if (key === this.last) return;
    this.last = key;
    this.send({ kind: "hover", ...hit, x: event.clientX, y: event.clientY, moved });
  }

  left() {
    this.last = "";
    this.pointer = "";
    this.send({
      kind: "hover", segment: -1, slot: -1, char: 0, node: -1, x: -1, y: -1, moved: true,
    });
  }

  press(event) {
    this.dragged = false;
    this.pressed = event.isTrusted && event.button === 0 ? event : null;
  }

  /** Send the ends of a drag over text; the click after a drag selects nothing. */
  release(event) {
    const pressed = this.pressed;
    this.pressed = null;
    if (!pressed || !this.picking || !this.boxes || !event.isTrusted) return;
    const far = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
    this.dragged = far >= DRAG_DISTANCE;
    if (!this.dragged) return;
    const start = this.dragEnd(pressed.clientX, pressed.clientY);
    this.send({ kind: "drag", start, end: this.dragEnd(event.clientX, event.clientY) });
  }

  /** While clicks select blocks, keep them from the page. */
  caught(event) {
    if (!this.picking || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== "click" || !this.boxes || this.dragged) return;
    const hit = this.hit(event.clientX, event.clientY);
    this.send({ kind: "click", ...hit, x: event.clientX, y: event.clientY });
  }

  /** Return segment, slot, character (code points) and node of the drawn tree at a point of the
   * view; -1 for none. */
  hit(x, y) {
    return { ...this.place(x, y), node: this.overlay.tree.hit(x, y) };
  }

  place(x, y) {
    return this.inSegment(this.textAt(x, y)) ?? this.beside(x, y);
  }

  /** Return the character at a point, or the closest character: a drag may begin and end in a
   * margin. */
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
    // The browser returns the nearest text even if the pointer is beside it.
    for (const offset of [caret.offset, caret.offset - 1]) {
      if (offset >= 0 && offset < node.data.length && isCharAt(node, offset, x, y)) {
        return this.boxes.map.place(node, offset);
      }
    }
    return null;
  }

  /** Return the smallest, that is the innermost, segment around a point; -1 for none. */
  smallestAt(x, y) {
    const corner = this.boxes.origin.getBoundingClientRect();
    const { left, top, width, height } = this.boxes;
    let smallest = -1;
    let area = Infinity;
    for (const segment of this.overlay.marks.keys()) {
      const dx = x - corner.left - left[segment];
      const dy = y - corner.top - top[segment];
      const inside = dx >= 0 && dy >= 0 && dx < width[segment] && dy < height[segment];
      if (inside && width[segment] * height[segment] < area) {
        smallest = segment;
        area = width[segment] * height[segment];
      }
    }
    return smallest;
  }
}

/** Remove the focus from its element, because the focus changes the look of a page. */
export function blur() {
  document.activeElement?.blur?.();
}

/** Return the position in a text node closest to a point of the view; null for none. */
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
