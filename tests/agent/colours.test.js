import assert from "node:assert/strict";
import { test } from "node:test";

import {
  isLight, mixed, onRamp, over, parsedColour, tone,
} from "../../resources/agent/colours.js";

test("a tone is written in CSS syntax", () => {
  assert.equal(tone([1, 2, 3], 0.5), "rgb(1 2 3 / 0.5)");
});

test("a mixture goes from the first colour to the second", () => {
  const [dark, light] = [[0, 100, 10], [200, 0, 11]];

  assert.deepEqual(mixed(dark, light, 0), dark);
  assert.deepEqual(mixed(dark, light, 0.5), [100, 50, 11]);
  assert.deepEqual(mixed(dark, light, 1), light);
});

test("a ramp gives its ends at 0 and 1, and the nearest step between them", () => {
  const ramp = [[0, 0, 0], [1, 1, 1], [2, 2, 2]];

  const steps = [0, 0.24, 0.26, 0.76, 1].map((share) => onRamp(ramp, share)[0]);

  assert.deepEqual(steps, [0, 0, 1, 2, 2]);
});

test("green is lighter than red, and red than blue", () => {
  assert.equal(isLight([0, 255, 0]), true);
  assert.equal(isLight([255, 0, 0]), true);
  assert.equal(isLight([0, 0, 255]), false);
  assert.equal(isLight([90, 90, 90]), false);
});

test("the computed notation of colours is parsed", () => {
  assert.deepEqual(parsedColour("rgb(1, 20, 255)"), [1, 20, 255, 1]);
  assert.deepEqual(parsedColour("rgba(0, 0, 0, 0)"), [0, 0, 0, 0]);
  assert.deepEqual(parsedColour("rgba(9, 8, 7, 0.25)"), [9, 8, 7, 0.25]);
  assert.equal(parsedColour("color(srgb 1 0 0)"), null);
});

test("a colour hides the colour behind it according to its opacity", () => {
  assert.equal(over([255, 0, 0, 1], 0x00ff00), 0xff0000);
  assert.equal(over([255, 0, 0, 0], 0x00ff00), 0x00ff00);
  assert.equal(over([255, 255, 255, 0.5], 0x000000), 0x808080);
});
