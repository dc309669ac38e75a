import assert from "node:assert/strict";
import { test } from "node:test";

import { degreeSpots, weightSpots } from "../../resources/agent/label_spots.js";
import { TreePlaces, contains, partOf } from "../../resources/agent/tree_places.js";
import { bandBetween, kindsIn, levelsOf } from "../../resources/agent/tree_rounds.js";

const rect = (left, top, right, bottom) => ({ left, top, right, bottom });

// A root, divided in round 1 into a leaf and a node that is divided in round 2.
const TREE = {
  parent: [-1, 0, 0, 2, 2], round: [0, 1, 1, 2, 2], leaf: [0, 1, 0, 1, 1],
};

test("round by round, open nodes become inner nodes and leaves stay leaves", () => {
  assert.deepEqual(kindsIn(TREE, 0), ["open", "", "", "", ""]);
  assert.deepEqual(kindsIn(TREE, 1), ["inner", "leaf", "open", "", ""]);
  assert.deepEqual(kindsIn(TREE, 2), ["inner", "leaf", "inner", "leaf", "leaf"]);
});

test("nodes below a leaf of the result are parts of it", () => {
  const tree = { ...TREE, leaf: [0, 1, 1, 0, 1] };

  assert.deepEqual(kindsIn(tree, 2), ["inner", "leaf", "leaf", "part", "part"]);
});

test("frames of nested boxes have at most three levels", () => {
  const chain = { parent: [-1, 0, 1, 2, 3] };

  assert.deepEqual([...levelsOf(chain, new Array(5).fill("inner"))], [3, 3, 2, 1, 0]);
  assert.deepEqual([...levelsOf(TREE, kindsIn(TREE, 2))], [2, 0, 1, 0, 0]);
  assert.deepEqual([...levelsOf(TREE, kindsIn(TREE, 0))], [0, 0, 0, 0, 0]);
});

test("the band of a separator fills the box between its neighbours", () => {
  const node = rect(0, 0, 100, 100);

  assert.deepEqual(bandBetween(node, rect(0, 0, 100, 40), rect(0, 60, 100, 100), true),
    rect(0, 40, 100, 60));
  assert.deepEqual(bandBetween(node, rect(0, 0, 30, 100), rect(35, 0, 100, 100), false),
    rect(30, 0, 35, 100));
  assert.equal(bandBetween(node, rect(0, 0, 100, 60), rect(0, 60, 100, 100), true), null);
  assert.equal(bandBetween(node, null, rect(0, 60, 100, 100), true), null);
});

test("the shares of a box give its place in the element of its measurement", () => {
  assert.deepEqual(partOf(rect(10, 0, 110, 50), [0.5, 0, 0.25, 1]), rect(60, 0, 85, 50));
});

test("the right and lower edges of a box are outside", () => {
  const box = rect(0, 0, 10, 10);

  assert.equal(contains(box, 0, 0), true);
  assert.equal(contains(box, 10, 0), false);
  assert.equal(contains(box, 0, 10), false);
});

test("of equal boxes at a point the inner box counts, if it is of the round", () => {
  const places = new TreePlaces(TREE, null);
  places.rects = [rect(0, 0, 9, 9), null, rect(0, 0, 9, 9), rect(0, 0, 3, 3), null];

  assert.equal(places.smallestAt(2, 2, ["inner", "", "open", "", ""]), 2);
  assert.equal(places.smallestAt(2, 2, ["inner", "", "inner", "leaf", ""]), 3);
  assert.equal(places.smallestAt(9, 9, ["inner", "", "open", "", ""]), -1);
});

test("an outline stays inside the bounds of the drawing", () => {
  const places = new TreePlaces(TREE, null);
  places.rects = [rect(0, 0, 100, 100)];
  places.bounds = rect(0, -20, 100, 120);

  assert.deepEqual(places.outline(0, 1), rect(5, 0, 95, 100));
  assert.deepEqual(places.outline(0, 5), rect(1, 0, 99, 100));
});

const SIZE = { wide: 30, high: 14 };
const OPTIONS = { kind: "leaf", all: false, line: 2 };

test("a degree is in the margin if possible, and inside only if its box is large", () => {
  const large = degreeSpots(rect(100, 100, 200, 200), SIZE, OPTIONS);
  const small = degreeSpots(rect(100, 100, 180, 200), SIZE, OPTIONS);

  assert.deepEqual(large.outside[0], rect(68, 100, 98, 114));
  assert.equal(large.inside.length, 4);
  assert.deepEqual(large.inside[0], rect(170, 100, 200, 114));
  assert.deepEqual(small.inside, []);
});

test("if all labels are requested, they are in small boxes too", () => {
  const { inside } = degreeSpots(rect(100, 100, 180, 200), SIZE, { ...OPTIONS, all: true });

  assert.equal(inside.length, 4);
});

test("divided boxes and parts of leaves have no label inside", () => {
  const box = rect(100, 100, 400, 400);

  assert.deepEqual(degreeSpots(box, SIZE, { ...OPTIONS, kind: "inner" }).inside, []);
  const part = degreeSpots(box, SIZE, { ...OPTIONS, kind: "part", all: true });
  assert.deepEqual(part.outside, [rect(402, 100, 432, 114), rect(68, 100, 98, 114)]);
  assert.deepEqual(part.inside, []);
});

test("a weight is near an end of its band if possible, else in the middle", () => {
  const across = weightSpots(rect(0, 100, 300, 110), SIZE);
  const down = weightSpots(rect(100, 0, 110, 300), SIZE);

  assert.deepEqual(across.map((spot) => spot.left), [255, 15, 135]);
  assert.deepEqual(across.map((spot) => spot.top), [98, 98, 98]);
  assert.deepEqual(down.map((spot) => spot.top), [14, 272, 143]);
});
