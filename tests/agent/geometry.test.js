import assert from "node:assert/strict";
import { test } from "node:test";

import {
  RectGrid, areaOf, cellsOf, columnsOf, intersection, linesOf, moved, overlap, put, sidesOf, solid,
  union,
} from "../../resources/agent/geometry.js";

const rect = (left, top, right, bottom) => ({ left, top, right, bottom });

test("a rectangle without width or height is not solid", () => {
  assert.deepEqual(solid(rect(1, 2, 3, 4)), rect(1, 2, 3, 4));
  assert.equal(solid(rect(1, 2, 1, 4)), null);
  assert.equal(solid(rect(1, 2, 3, 2)), null);
});

test("rectangles that only touch do not overlap", () => {
  assert.equal(overlap(rect(0, 0, 10, 10), rect(9, 9, 20, 20)), true);
  assert.equal(overlap(rect(0, 0, 10, 10), rect(10, 0, 20, 10)), false);
  assert.equal(overlap(rect(0, 0, 10, 10), rect(0, 10, 10, 20)), false);
});

test("an intersection has the inner sides, and a union the outer sides", () => {
  const [first, second] = [rect(0, 5, 10, 15), rect(4, 0, 20, 8)];

  assert.deepEqual(intersection(first, second), rect(4, 5, 10, 8));
  assert.deepEqual(union(first, second), rect(0, 0, 20, 15));
  assert.equal(solid(intersection(rect(0, 0, 1, 1), rect(5, 5, 6, 6))), null);
});

test("a moved rectangle keeps its area", () => {
  const shifted = moved(rect(0, 0, 4, 3), 10, -2);

  assert.deepEqual(shifted, rect(10, -2, 14, 1));
  assert.equal(areaOf(shifted), 12);
});

test("only the sides of a DOMRect are copied", () => {
  const domRect = { ...rect(1, 2, 3, 4), x: 1, y: 2, width: 2, height: 2 };

  assert.deepEqual(sidesOf(domRect), rect(1, 2, 3, 4));
});

test("the rectangles of one line are joined, without empty rectangles", () => {
  const rects = [
    rect(0, 0, 50, 10), rect(50, 1, 50, 9), rect(51, 2, 80, 9), rect(0, 12, 30, 22),
  ];

  assert.deepEqual(linesOf(rects), [rect(0, 0, 80, 10), rect(0, 12, 30, 22)]);
});

test("text far to the right begins another line", () => {
  const rects = [rect(0, 0, 50, 10), rect(200, 0, 250, 10)];

  assert.deepEqual(linesOf(rects), rects);
});

test("rectangles below each other form one column, rectangles beside each other two", () => {
  const column = [rect(0, 0, 100, 20), rect(10, 60, 90, 80)];

  assert.deepEqual(columnsOf(column), [rect(0, 0, 100, 80)]);
  assert.deepEqual(columnsOf([...column, rect(200, 0, 300, 20)]).length, 2);
});

test("a gap of 48 pixels divides a column", () => {
  assert.equal(columnsOf([rect(0, 0, 100, 20), rect(0, 67, 100, 80)]).length, 1);
  assert.equal(columnsOf([rect(0, 0, 100, 20), rect(0, 68, 100, 80)]).length, 2);
});

test("a rectangle touches the cells of its edges, even left of the origin", () => {
  assert.deepEqual(cellsOf(rect(-1, 0, 11, 9), 10), ["-1 0", "0 0", "1 0"]);
});

test("a grid finds an overlap across its cells", () => {
  const grid = new RectGrid(10);
  grid.add(rect(5, 5, 25, 8));

  assert.equal(grid.touches(rect(24, 7, 30, 9)), true);
  assert.equal(grid.touches(rect(25, 5, 30, 8)), false);
  assert.equal(grid.touches(rect(12, 8, 14, 9)), false);
});

test("an element is put at CSS pixels", () => {
  const element = { style: {} };
  put(element, 1, 2.5, 3, 4);

  assert.deepEqual(element.style, { left: "1px", top: "2.5px", width: "3px", height: "4px" });
});
