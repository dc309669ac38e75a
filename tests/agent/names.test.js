import assert from "node:assert/strict";
import { test } from "node:test";

import {
  HTML, SVG, createElement, isHarmless, isStyleSheet, namespaceInside, namespaceOf, runsScript,
  setAttribute,
} from "../../resources/agent/names.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";

/** A document that creates plain records, and rejects names with a quotation mark. */
const owner = {
  createElement: (name) => owner.createElementNS(HTML, name),
  createElementNS(namespaceURI, name) {
    if (name.includes('"')) throw new Error("InvalidCharacterError");
    return { namespaceURI, name };
  },
};

test("svg and math open their namespaces, other elements keep the namespace around them", () => {
  assert.equal(namespaceOf("svg", HTML), SVG);
  assert.equal(namespaceOf("math", HTML), MATHML);
  assert.equal(namespaceOf("circle", SVG), SVG);
  assert.equal(namespaceOf("p", HTML), HTML);
});

test("foreign objects, titles and texts of formulas contain HTML", () => {
  assert.equal(namespaceInside("foreignobject", SVG), HTML);
  assert.equal(namespaceInside("title", SVG), HTML);
  assert.equal(namespaceInside("mtext", MATHML), HTML);
  assert.equal(namespaceInside("mrow", MATHML), MATHML);
  assert.equal(namespaceInside("g", SVG), SVG);
});

test("elements that would run or load are built under other names", () => {
  assert.equal(createElement("script", HTML, owner).name, "x-script");
  assert.equal(createElement("base", HTML, owner).name, "x-base");
  assert.equal(createElement("p", HTML, owner).name, "p");
});

test("names of SVG get their capital letters back", () => {
  assert.deepEqual(createElement("lineargradient", SVG, owner),
    { namespaceURI: SVG, name: "linearGradient" });
});

test("an element with a name that the DOM rejects is built without the name", () => {
  assert.equal(createElement('a"b', HTML, owner).name, "x-unnamed");
});

test("addresses of scripts are detected in spite of blanks, case and line breaks", () => {
  const scripts = ["javascript:x", " \u0001JavaScript:x", "java\nscr\tipt:x", "vbscript\r:x",
    `j${"\t".repeat(5000)}avascript:x`];

  for (const address of scripts) assert.equal(runsScript(address), true, address.slice(0, 20));
  for (const address of ["https://example.org/javascript:", "", "java script:x", "javascripts:x"]) {
    assert.equal(runsScript(address), false, address);
  }
});

test("attributes that act are not set", () => {
  const acting = [
    ["p", "onclick", "x()"], ["p", "ONLOAD", "x()"], ["meta", "http-equiv", "refresh"],
    ["input", "autofocus", ""], ["a", "ping", "https://example.org"], ["iframe", "src", "a.html"],
    ["a", "href", "javascript:x"], ["animate", "to", "javascript:x"], ["link", "href", "a.css"],
  ];

  for (const [tag, name, value] of acting) assert.equal(isHarmless(tag, name, value), false, name);
  assert.equal(isHarmless("img", "src", "a.png"), true);
  assert.equal(isHarmless("a", "href", "https://example.org"), true);
  assert.equal(isHarmless("p", "title", "javascript:x"), true);
});

/** Return an element that records its attributes. */
function recording(namespaceURI) {
  const attributes = {};
  return {
    namespaceURI,
    attributes,
    setAttribute(name, value) { attributes[name] = value; },
    setAttributeNS(namespace, name, value) { attributes[`${namespace} ${name}`] = value; },
  };
}

test("attributes have the spelling of their namespace", () => {
  const [html, svg] = [recording(HTML), recording(SVG)];
  setAttribute(html, "p", "viewbox", "0 0 1 1");
  setAttribute(svg, "svg", "viewbox", "0 0 1 1");
  setAttribute(svg, "use", "xlink:href", "#a");
  setAttribute(svg, "svg", "onload", "x()");

  assert.deepEqual(html.attributes, { viewbox: "0 0 1 1" });
  assert.deepEqual(svg.attributes,
    { viewBox: "0 0 1 1", "http://www.w3.org/1999/xlink xlink:href": "#a" });
});

test("only links to style sheets may load", () => {
  assert.equal(isStyleSheet("stylesheet"), true);
  assert.equal(isStyleSheet("alternate\nStyleSheet"), true);
  assert.equal(isStyleSheet("stylesheet preload"), false);
  assert.equal(isStyleSheet("icon"), false);
});
