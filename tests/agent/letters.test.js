import assert from "node:assert/strict";
import { test } from "node:test";

import { LetterRooms, bandsOf } from "../../resources/agent/letters.js";

const AREA = { top: 0, bottom: 2000 };
const rect = (left, top, right, bottom) => ({ left, top, right, bottom });

/** Return whether each of these segments gets a place for its letter. */
function rooms(rects, { zoom = 1, leftmost = 0, isListed = false } = {}) {
  const places = new LetterRooms(rects, AREA, zoom, leftmost);
  return rects.map((segment) => places.take(segment, isListed));
}

test("a range of heights has all bands of 64 pixels that it touches", () => {
  assert.deepEqual(bandsOf({ top: -1, bottom: 64 }), [-1, 0, 1]);
});

test("a letter has a place in the margin, unless it would leave the page", () => {
  assert.deepEqual(rooms([rect(20, 0, 300, 20)]), [true]);
  assert.deepEqual(rooms([rect(10, 0, 300, 20)]), [false]);
  assert.deepEqual(rooms([rect(10, 0, 300, 20)], { leftmost: -40 }), [true]);
});

test("a narrow segment has no letter, at any zoom", () => {
  assert.deepEqual(rooms([rect(20, 0, 169, 20)]), [false]);
  assert.deepEqual(rooms([rect(20, 0, 100, 20)], { zoom: 2 }), [true]);
});

test("a letter beside a bullet needs more space", () => {
  assert.deepEqual(rooms([rect(41, 0, 300, 20)], { isListed: true }), [false]);
  assert.deepEqual(rooms([rect(42, 0, 300, 20)], { isListed: true }), [true]);
});

test("a letter covers neither another segment nor another letter", () => {
  assert.deepEqual(rooms([rect(200, 0, 500, 20), rect(0, 0, 190, 20)]), [false, false]);
  assert.deepEqual(rooms([rect(20, 0, 300, 200), rect(20, 8, 300, 100)]), [true, false]);
  assert.deepEqual(rooms([rect(20, 0, 300, 20), rect(20, 20, 300, 40)]), [true, true]);
});

test("crowded segments have no letters", () => {
  const crowd = Array.from({ length: 401 }, () => rect(600, 0, 900, 20));

  assert.equal(rooms([rect(20, 0, 300, 20), ...crowd])[0], false);
});
