import assert from "node:assert/strict";
import { test } from "node:test";

import { HeldHeight } from "../../resources/agent/hold.js";

/** Return what holds a height over segments of which only some are on the page. */
function heldOver(...isShown) {
  const held = new HeldHeight(() => assert.fail("nothing is to be told"));
  held.attach({
    count: isShown.length,
    segments: { element: isShown.map((_, at) => at) },
    has: (segment) => isShown[segment] === true,
    facts: () => ({ inside: -1 }),
    measureThese() { /* all are measured */ },
  });
  return held;
}

test("in place of a hidden segment comes the nearest one, before it first", () => {
  assert.equal(heldOver(true, false, true).nearestShown(1), 0);
  assert.equal(heldOver(false, false, false, true).nearestShown(1), 3);
  assert.equal(heldOver(true, true).nearestShown(1), 1);
});

test("beyond the first segment the search goes on after it", () => {
  assert.equal(heldOver(false, true).nearestShown(0), 1);
  assert.equal(heldOver(false, false).nearestShown(0), -1);
  assert.equal(heldOver(true).nearestShown(-1), -1);
});

test("a segment may be held instead of a line, and has no height to tell", () => {
  const held = heldOver(true);
  assert.equal(held.isFree(), true);
  held.align(0, 12);

  assert.deepEqual([held.isFree(), held.heightOfLine()], [false, null]);
});

test("letting go of the lines leaves a segment held", () => {
  const held = heldOver(true);
  held.align(0, 12);
  held.hold(null, 0);
  assert.equal(held.isFree(), false);

  held.hold([[0, 0, 0, 1]], 40);
  assert.equal(held.heightOfLine(), 40);
  held.hold(null, 0);
  assert.equal(held.isFree(), true);
});
