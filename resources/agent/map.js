// Elements by row and text nodes by slot, and the reverse, without a change of the page.
import { codePoints, codeUnits } from "./code_points.js";

/** Elements and texts of a page by row and slot, and rows and slots by element and text. */
export class PageMap {
  constructor() {
    this.elements = [];
    this.parents = [];
    this.slotStart = [];
    this.slotEnd = [];
    /** Text nodes of each slot; a live document may have several in a row. */
    this.slots = [];
    this.rowOf = new WeakMap();
    this.slotOf = new WeakMap();
  }

  start(element, parent) {
    this.rowOf.set(element, this.elements.length);
    this.elements.push(element);
    this.parents.push(parent);
    this.slotStart.push(this.slots.length);
    this.slotEnd.push(-1);
  }

  end(row) {
    this.slotEnd[row] = this.slots.length;
  }

  addSlot(nodes) {
    for (const node of nodes) this.slotOf.set(node, this.slots.length);
    this.slots.push(nodes);
  }

  /** Return slot and character (code points) of an offset in a text node, null outside the page. */
  place(node, offset) {
    const slot = this.slotOf.get(node);
    if (slot === undefined) return null;
    let char = 0;
    for (const text of this.slots[slot]) {
      if (text === node) return { slot, char: char + codePoints(text.data.slice(0, offset)) };
      char += codePoints(text.data);
    }
    return null;
  }

  /** Return a range between characters of two slots, null if a character was removed. */
  range(firstSlot, firstChar, lastSlot, lastChar) {
    const first = this.point(firstSlot, firstChar);
    const last = this.point(lastSlot, lastChar);
    if (!first || !last) return null;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset);
    return range;
  }

  /** Return a range over the text of slots first ... last - 1, null if it was removed. */
  rangeOfSlots(first, last) {
    let [from, to] = [first, last];
    while (from < to && !this.slots[from].length) from++;
    while (from < to && !this.slots[to - 1].length) to--;
    if (from >= to) return null;
    const start = this.slots[from][0];
    const end = this.slots[to - 1].at(-1);
    if (!start.isConnected || !end.isConnected) return null;
    const range = document.createRange();
    range.setStart(start, 0);
    range.setEnd(end, end.data.length);
    return range;
  }

  /** Return text node and offset of a character of a slot, null if it was removed. */
  point(slot, char) {
    let rest = char;
    for (const node of this.slots[slot] ?? []) {
      const length = codePoints(node.data);
      if (rest <= length) {
        return node.isConnected ? { node, offset: codeUnits(node.data, rest) } : null;
      }
      rest -= length;
    }
    return null;
  }
}
