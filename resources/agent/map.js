// Which element is which row, which text node is which slot. Nothing is written into the page.
"use strict";

/** The elements and texts of a page by row and slot, and the way back. */
class PageMap {
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

  /** Return slot and character (code points) of a place in a text node, null outside the page. */
  place(node, offset) {
    const slot = this.slotOf.get(node);
    if (slot === undefined) return null;
    let before = 0;
    for (const part of this.slots[slot]) {
      if (part === node) return { slot, char: before + codePoints(part.data.slice(0, offset)) };
      before += codePoints(part.data);
    }
    return null;
  }

  /** Return a range from a character of one slot to a character of another, null if it is gone. */
  range(firstSlot, firstChar, lastSlot, lastChar) {
    const first = this.point(firstSlot, firstChar);
    const last = this.point(lastSlot, lastChar);
    if (!first || !last) return null;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset);
    return range;
  }

  /** Return a range over the whole text of slots first ... last - 1, null if it is gone. */
  rangeOfSlots(first, last) {
    while (first < last && !this.slots[first].length) first++;
    while (first < last && !this.slots[last - 1].length) last--;
    if (first >= last) return null;
    const start = this.slots[first][0];
    const end = this.slots[last - 1][this.slots[last - 1].length - 1];
    if (!start.isConnected || !end.isConnected) return null;
    const range = document.createRange();
    range.setStart(start, 0);
    range.setEnd(end, end.data.length);
    return range;
  }

  point(slot, char) {
    for (const node of this.slots[slot] ?? []) {
      const length = codePoints(node.data);
      if (char <= length) {
        return node.isConnected ? { node, offset: codeUnits(node.data, char) } : null;
      }
      char -= length;
    }
    return null;
  }
}

const SURROGATE = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Return how many code points a text has. */
function codePoints(text) {
  let pairs = 0;
  for (SURROGATE.lastIndex = 0; SURROGATE.test(text);) pairs++;
  return text.length - pairs;
}

/** Return how many code units the first `points` code points of a text take. */
function codeUnits(text, points) {
  let at = 0;
  for (; points > 0 && at < text.length; points--) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}
