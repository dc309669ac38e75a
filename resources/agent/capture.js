// The live document, as its scripts have left it, as building steps (see tree_json.py).
import { PageMap } from "./map.js";

const PART_LENGTH = 262144; // characters, approximately

/** Walks the document as rendered: open shadow roots in place of their host's children. */
export class Capture {
  /** @param {Element} overlay  our own element, which is not a part of the page */
  constructor(overlay) {
    this.overlay = overlay;
    this.map = new PageMap();
    this.steps = [];
    this.roots = [];
    this.text = null;
  }

  /** Record the steps; return the map of the elements and texts. */
  run() {
    const open = [this.enter(document.documentElement, -1)];
    while (open.length) {
      const current = open.at(-1);
      const node = current.children[current.next++];
      if (node === undefined) {
        this.flush();
        this.steps.push(1);
        this.map.end(current.row);
        open.pop();
      } else if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
        this.add(node);
      } else if (node.nodeType === Node.ELEMENT_NODE && node !== this.overlay) {
        open.push(this.enter(node, current.row));
      }
    }
    return this.map;
  }

  enter(element, parent) {
    this.flush();
    const step = [element.localName];
    for (const { name, value } of element.attributes) step.push(name, value);
    this.steps.push(step);
    this.map.start(element, parent);
    return { row: this.map.elements.length - 1, children: this.children(element), next: 0 };
  }

  children(element) {
    if (element.shadowRoot) {
      this.roots.push(element.shadowRoot);
      return element.shadowRoot.childNodes;
    }
    if (element.localName === "slot" && element.assignedNodes) {
      const assigned = element.assignedNodes();
      if (assigned.length) return assigned;
    }
    return element instanceof HTMLTemplateElement ? element.content.childNodes : element.childNodes;
  }

  /** Add a text node; adjacent text nodes form one slot, as after parsing. */
  add(node) {
    if (!node.data) return;
    this.text ??= [];
    this.text.push(node);
  }

  flush() {
    if (!this.text) return;
    this.steps.push(this.text.map((node) => node.data).join(""));
    this.map.addSlot(this.text);
    this.text = null;
  }

  /** Return the next part of the list of steps as JSON, empty at its end. */
  piece() {
    const count = partLength(this.steps, PART_LENGTH);
    return count ? JSON.stringify(this.steps.splice(0, count)) : "";
  }

  /** Call `changed` once, at the next change of elements or texts of the page. */
  watch(changed) {
    const observer = new MutationObserver((records) => {
      if (records.every((record) => concerns(record, this.overlay))) return;
      observer.disconnect();
      changed();
    });
    for (const root of [document, ...this.roots]) {
      observer.observe(root, { childList: true, characterData: true, subtree: true });
    }
    return observer;
  }
}

/** Return whether a mutation added or removed an element. */
function concerns(record, element) {
  return record.type === "childList" &&
    [...record.addedNodes, ...record.removedNodes].includes(element);
}

/** Return how many of the first steps form a part of approximately so many characters. */
export function partLength(steps, characters) {
  let length = 0;
  let count = 0;
  while (count < steps.length && length < characters) {
    const step = steps[count++];
    length += Array.isArray(step) ? step.join("").length : String(step).length;
  }
  return count;
}
