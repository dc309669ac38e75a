import assert from "node:assert/strict";
import { test } from "node:test";

import { codePoints, codeUnits } from "../../resources/agent/code_points.js";
import { PageMap } from "../../resources/agent/map.js";

const BRIDGE = "a\u{1f309}b"; // 3 code points, 4 code units

test("a letter beyond the basic plane is one code point and two units", () => {
  assert.equal(codePoints(BRIDGE), 3);
  assert.deepEqual([0, 1, 2, 3, 9].map((points) => codeUnits(BRIDGE, points)), [0, 1, 3, 4, 4]);
});

test("half of a surrogate pair is one code point", () => {
  assert.equal(codePoints("\ud83c."), 2);
  assert.equal(codeUnits("\ud83c.", 1), 1);
});

/** Return a map of one slot with several text nodes, and the nodes. */
function mapOf(...texts) {
  const nodes = texts.map((data) => ({ data, isConnected: true }));
  const map = new PageMap();
  map.start({}, -1);
  map.addSlot(nodes);
  map.end(0);
  return { map, nodes };
}

test("a position in a later text node of a slot includes the earlier text nodes", () => {
  const { map, nodes } = mapOf(BRIDGE, "cd");

  assert.deepEqual(map.place(nodes[0], 3), { slot: 0, char: 2 });
  assert.deepEqual(map.place(nodes[1], 1), { slot: 0, char: 4 });
  assert.equal(map.place({ data: "elsewhere" }, 0), null);
});

test("a character is found in its text node", () => {
  const { map, nodes } = mapOf(BRIDGE, "cd");

  assert.deepEqual(map.point(0, 2), { node: nodes[0], offset: 3 });
  assert.deepEqual(map.point(0, 5), { node: nodes[1], offset: 2 });
  assert.equal(map.point(0, 6), null);
  assert.equal(map.point(1, 0), null);
});

test("a removed text has no range", () => {
  const { map, nodes } = mapOf("removed");
  nodes[0].isConnected = false;

  assert.equal(map.point(0, 0), null);
  assert.equal(map.range(0, 0, 0, 2), null);
  assert.equal(map.rangeOfSlots(0, 1), null);
});

test("slots without text have no range", () => {
  const map = new PageMap();
  map.addSlot([]);
  map.addSlot([]);

  assert.equal(map.rangeOfSlots(0, 2), null);
});

test("an element has a range of slots", () => {
  const map = new PageMap();
  map.start({}, -1);
  map.addSlot([]);
  map.start({}, 0);
  map.addSlot([]);
  map.end(1);
  map.addSlot([]);
  map.end(0);

  assert.deepEqual([map.slotStart, map.slotEnd, map.parents], [[0, 1], [3, 2], [-1, 0]]);
});
