import assert from "node:assert/strict";
import { test } from "node:test";

import { pieceLength } from "../../resources/agent/capture.js";

test("a piece ends with the step that reaches its length", () => {
  const steps = [["p", "id", "a"], "0123456789", 1, "after"];

  assert.equal(pieceLength(steps, 1), 1);
  assert.equal(pieceLength(steps, 5), 2);
  assert.equal(pieceLength(steps, 15), 3);
  assert.equal(pieceLength(steps, 1000), 4);
});

test("there is no piece of nothing", () => {
  assert.equal(pieceLength([], 10), 0);
});
