// The live document as building steps (see tree_json.py), as its scripts have made it.
import { PageMap } from "./map.js";

const PIECE = 262144; // characters, about

/** Walks the document as it is drawn: open shadow roots in place of their host's children. */
export class Capture {
  /** @param {Element} overlay  our own element, which is no part of the page */
  constructor(overlay) {
    this.overlay = overlay;
    this.map = new PageMap();
    this.steps = [];
    this.roots = [];
    this.text = null;
  }

  /** Return where the elements and texts are that were written down. */
  run() {
    const open = [this.enter(document.documentElement, -1)];
    while (open.length) {
      const here = open.at(-1);
      const node = here.children[here.next++];
      if (node === undefined) {
        this.flush();
        this.steps.push(1);
        this.map.end(here.row);
        open.pop();
      } else if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
        this.add(node);
      } else if (node.nodeType === Node.ELEMENT_NODE && node !== this.overlay) {
        open.push(this.enter(node, here.row));
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

  /** Texts that follow each other are one slot, as they will be after parsing. */
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

  /** Return the next piece of the list of steps as JSON, empty when all was given. */
  piece() {
    const count = pieceLength(this.steps, PIECE);
    return count ? JSON.stringify(this.steps.splice(0, count)) : "";
  }

  /** Call once when elements or texts of the page change after this moment. */
  watch(changed) {
    const observer = new MutationObserver((records) => {
      if (records.every((record) => isAbout(record, this.overlay))) return;
      observer.disconnect();
      changed();
    });
    for (const root of [document, ...this.roots]) {
      observer.observe(root, { childList: true, characterData: true, subtree: true });
    }
    return observer;
  }
}

/** Return whether a mutation added or removed an element and nothing else. */
function isAbout(record, element) {
  return record.type === "childList" &&
    [...record.addedNodes, ...record.removedNodes].includes(element);
}

/** Return how many steps from the first one make up a piece of about so many characters. */
export function pieceLength(steps, characters) {
  let length = 0;
  let count = 0;
  while (count < steps.length && length < characters) {
    const step = steps[count++];
    length += Array.isArray(step) ? step.join("").length : String(step).length;
  }
  return count;
}
