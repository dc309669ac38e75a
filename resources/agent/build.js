// The page as the program parsed it, built element by element in place of the shell document.
import { PageMap } from "./map.js";
import {
  HTML, createElement, isStyleSheet, namespaceInside, namespaceOf, setAttribute,
} from "./names.js";

/** Builds a page from steps (see tree_json.py) that arrive in pieces. */
export class Builder {
  constructor() {
    this.map = new PageMap();
    this.open = [];
    this.root = null;
  }

  /** Take a piece of the list of steps; return how many elements stand. */
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
    // What is in a template belongs to a document of its own, in which nothing loads or applies.
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

  /** End some elements, or, with a number below 0, add as many slots that are not on the page. */
  count(number) {
    for (let missing = number; missing < 0; missing++) this.map.addSlot([]);
    for (let open = number; open > 0; open--) this.map.end(this.open.pop().row);
  }

  /** Put the page on screen; return where its elements and texts are. */
  finish() {
    document.replaceChild(this.root, document.documentElement);
    return this.map;
  }
}
