import assert from "node:assert/strict";
import { test } from "node:test";

import { partLength } from "../../resources/agent/capture.js";

test("a part ends with the step that reaches its length", () => {
  const steps = [["p", "id", "a"], "0123456789", 1, "after"];

  assert.equal(partLength(steps, 1), 1);
  assert.equal(partLength(steps, 5), 2);
  assert.equal(partLength(steps, 15), 3);
  assert.equal(partLength(steps, 1000), 4);
});

test("an empty list of steps has no part", () => {
  assert.equal(partLength([], 10), 0);
});
