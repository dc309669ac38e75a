import assert from "node:assert/strict";
import { test } from "node:test";

import { Boxes, clippingOf, lowerBound } from "../../resources/agent/boxes.js";

const STYLE = {
  position: "static", transform: "none", display: "block", overflowX: "visible",
  overflowY: "visible",
};
const ROOT = clippingOf(STYLE, 0, null, false);

/** Return the clipping of an element inside an element with another clipping. */
const inside = (around, row, style) => clippingOf({ ...STYLE, ...style }, row, around, false);

test("the lower bound is the first index that is not below", () => {
  const indices = [0, 1, 2, 3, 9].map((value) => lowerBound([1, 2, 2, 5], value));

  assert.deepEqual(indices, [0, 0, 1, 3, 4]);
  assert.equal(lowerBound([], 1), 0);
});

test("nothing clips in a page without styles", () => {
  assert.deepEqual(ROOT, { pinned: false, outside: -1, inside: -1, fromPositioned: -1 });
  assert.deepEqual(inside(ROOT, 1, {}), ROOT);
});

test("an element that hides overflow clips its content, not itself", () => {
  const scroller = inside(ROOT, 3, { overflowY: "auto" });

  assert.deepEqual([scroller.outside, scroller.inside], [-1, 3]);
  assert.equal(inside(scroller, 4, {}).outside, 3);
});

test("neither the root nor the body nor inline elements clip", () => {
  const hidden = { ...STYLE, overflowX: "hidden" };

  assert.equal(clippingOf(hidden, 0, null, false).inside, -1);
  assert.equal(clippingOf(hidden, 1, ROOT, true).inside, -1);
  assert.equal(inside(ROOT, 2, { overflowX: "hidden", display: "inline" }).inside, -1);
});

test("positioned elements clip absolute content, and other elements do not", () => {
  const plain = inside(ROOT, 3, { overflowX: "hidden" });
  const positioned = inside(ROOT, 3, { overflowX: "hidden", position: "relative" });
  const turned = inside(ROOT, 3, { overflowX: "hidden", transform: "matrix(1, 0, 0, 1, 0, 0)" });

  assert.equal(inside(plain, 4, { position: "absolute" }).outside, -1);
  assert.equal(inside(positioned, 4, { position: "absolute" }).outside, 3);
  assert.equal(inside(turned, 4, { position: "absolute" }).outside, 3);
});

test("no element clips fixed content, and its descendants are pinned too", () => {
  const scroller = inside(ROOT, 3, { overflowX: "hidden", position: "relative" });
  const fixed = inside(scroller, 4, { position: "fixed" });

  assert.deepEqual([fixed.outside, fixed.pinned], [-1, true]);
  assert.equal(inside(fixed, 5, {}).pinned, true);
  assert.equal(inside(ROOT, 5, { position: "sticky" }).pinned, true);
});

/** Return boxes of segments at heights of the page; NaN for a segment off the page. */
function boxesAt(...tops) {
  const segments = {
    element: tops.map(() => 0), first: tops.map((_, index) => 2 * index),
    last: tops.map((_, index) => 2 * index + 1), whole: tops.map(() => false),
  };
  const boxes = new Boxes({}, segments, null);
  boxes.left.fill(5);
  boxes.top.set(tops);
  boxes.width.fill(100);
  boxes.height.fill(10);
  return boxes;
}

test("the segments between two heights do not include segments off the page", () => {
  const boxes = boxesAt(0, NaN, 20, 40);

  assert.deepEqual(boxes.between(10, 41), [2, 3]);
  assert.deepEqual(boxes.between(-100, 100), [0, 2, 3]);
});

test("a segment beyond the list or off the page has no box", () => {
  const boxes = boxesAt(0, NaN);

  assert.deepEqual([-1, 0, 1, 2].map((segment) => boxes.has(segment)), [false, true, false, false]);
  assert.deepEqual(boxes.measured(0), { left: 5, top: 0, right: 105, bottom: 10 });
});

test("a slot belongs to the segment around it, or to none", () => {
  const boxes = boxesAt(0, 20);

  assert.deepEqual([0, 1, 2, 3].map((slot) => boxes.ofSlot(slot)), [0, -1, 1, -1]);
});
