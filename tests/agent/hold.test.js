import assert from "node:assert/strict";
import { test } from "node:test";

import { HeldHeight } from "../../resources/agent/hold.js";

/** Return a held height over segments, of which only some are on the page. */
function heldOver(...isShown) {
  const held = new HeldHeight(() => assert.fail("a message was sent"));
  held.attach({
    count: isShown.length,
    segments: { element: isShown.map((_, index) => index) },
    has: (segment) => isShown[segment] === true,
    facts: () => ({ inside: -1 }),
    measureThese() { /* all are measured */ },
  });
  return held;
}

test("the nearest segment replaces a hidden segment, first the segment before it", () => {
  assert.equal(heldOver(true, false, true).nearestShown(1), 0);
  assert.equal(heldOver(false, false, false, true).nearestShown(1), 3);
  assert.equal(heldOver(true, true).nearestShown(1), 1);
});

test("before the first segment the search continues with later segments", () => {
  assert.equal(heldOver(false, true).nearestShown(0), 1);
  assert.equal(heldOver(false, false).nearestShown(0), -1);
  assert.equal(heldOver(true).nearestShown(-1), -1);
});

test("a held segment has no height of a line", () => {
  const held = heldOver(true);
  assert.equal(held.isFree(), true);
  held.align(0, 12);

  assert.deepEqual([held.isFree(), held.heightOfLine()], [false, null]);
});

test("releasing the lines does not release a segment", () => {
  const held = heldOver(true);
  held.align(0, 12);
  held.hold(null, 0);
  assert.equal(held.isFree(), false);

  held.hold([[0, 0, 0, 1]], 40);
  assert.equal(held.heightOfLine(), 40);
  held.hold(null, 0);
  assert.equal(held.isFree(), true);
});
