// The page as the program parsed it, built element by element in place of the shell document.
import { PageMap } from "./map.js";
import {
  HTML, createElement, isStyleSheet, namespaceInside, namespaceOf, setAttribute,
} from "./names.js";

/** Builds a page from steps (see tree_json.py) that arrive in parts. */
export class Builder {
  constructor() {
    this.map = new PageMap();
    this.open = [];
    this.root = null;
  }

  /** Carry out a part of the list of steps; return the number of elements so far. */
  take(steps) {
    for (const step of steps) {
      if (typeof step === "string") this.text(step);
      else if (typeof step === "number") this.count(step);
      else this.start(step);
    }
    return this.map.elements.length;
  }

  start(step) {
    const tag = step[0];
    const around = this.open.at(-1) ?? null;
    const namespace = namespaceOf(tag, around ? around.inside : HTML);
    const element = createElement(tag, namespace, around ? around.ground.ownerDocument : document);
    for (let at = 1; at < step.length; at += 2) setAttribute(element, tag, step[at], step[at + 1]);
    if (tag === "link") this.link(element, step);
    this.map.start(element, around ? around.row : -1);
    if (around) around.ground.append(element);
    else this.root = element;
    const row = this.map.elements.length - 1;
    // The content of a template belongs to a separate document, in which nothing loads or applies.
    const ground = element instanceof HTMLTemplateElement ? element.content : element;
    this.open.push({ ground, row, inside: namespaceInside(tag, namespace) });
  }

  link(element, step) {
    if (!isStyleSheet(element.getAttribute("rel") ?? "")) return;
    for (let at = 1; at < step.length; at += 2) {
      if (step[at] === "href") element.setAttribute("href", step[at + 1]);
    }
  }

  text(text) {
    const node = document.createTextNode(text);
    this.open.at(-1).ground.append(node);
    this.map.addSlot([node]);
  }

  /** End n open elements; for a number -n, add n slots without text on the page. */
  count(number) {
    for (let n = number; n < 0; n++) this.map.addSlot([]);
    for (let n = number; n > 0; n--) this.map.end(this.open.pop().row);
  }

  /** Put the page on screen; return the map of its elements and texts. */
  finish() {
    document.replaceChild(this.root, document.documentElement);
    return this.map;
  }
}
