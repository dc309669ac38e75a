import assert from "node:assert/strict";
import { test } from "node:test";

import { lookOf, valueText } from "../../resources/agent/looks.js";

const STYLE = {
  content: [0, 0, 200], content_tint: 0.3, boilerplate: [200, 0, 0], boilerplate_tint: 0.2,
  split: [100, 100, 100], agreement_ends: 0.4, agreement_between: 0.5,
  ramp: [[0, 0, 0], [50, 50, 50], [100, 100, 100]], amount_low: 0.1, amount_high: 0.5,
  missing: [9, 9, 9], missing_tint: 0.05, classes: [[1, 1, 1], [2, 2, 2]],
  missed: [250, 0, 0], right_tint: 0.01, wrong_tint: 0.6, dots: [8, 8, 8],
  gold: { 4: { colour: [7, 7, 7], letter: "R" } },
};
const AMOUNT = { kind: "amount", high: 10, threshold: 4, digits: 1, locale: "de-DE" };

test("content and boilerplate differ in colour, pattern, bar and letter", () => {
  const [kept, dropped] = [1, 0].map((value) => lookOf(value, { kind: "label" }, STYLE));

  assert.deepEqual(kept,
    { colour: [0, 0, 200], tint: 0.3, pattern: "", bar: "solid", letter: "C" });
  assert.deepEqual(dropped,
    { colour: [200, 0, 0], tint: 0.2, pattern: "hatch", bar: "dashed", letter: "B" });
});

test("an amount is a colour of the ramp, with a dashed bar below the threshold", () => {
  const look = (value) => lookOf(value, AMOUNT, STYLE);

  assert.deepEqual([look(0).colour[0], look(5).colour[0], look(99).colour[0]], [0, 50, 100]);
  assert.deepEqual([look(3.9).bar, look(4).bar], ["dashed", "solid"]);
  assert.equal(lookOf(0, { ...AMOUNT, threshold: null }, STYLE).bar, "solid");
  assert.equal(look(-1).tint, 0.1);
});

test("colours of agreement change from dropped through split to kept", () => {
  const look = (value) => lookOf(value, { kind: "agreement", high: 4 }, STYLE);

  assert.deepEqual([look(0).pattern, look(4).letter], ["hatch", "C"]);
  assert.deepEqual(look(2).colour, [100, 100, 100]);
  assert.deepEqual(look(1).colour, [150, 50, 50]);
});

test("classes use the colours in turn, and have their own letters", () => {
  const layer = { kind: "classes", letters: ["N", "A"] };

  assert.deepEqual([0, 1, 2].map((value) => lookOf(value, layer, STYLE).colour[0]), [1, 2, 1]);
  assert.deepEqual([0, 2].map((value) => lookOf(value, layer, STYLE).letter), ["N", ""]);
});

test("gold looks like a decision, or has the colour and letter of its class", () => {
  const look = (value) => lookOf(value, { kind: "gold" }, STYLE);

  assert.deepEqual([look(1), look(2)], [1, 0].map((value) =>
    lookOf(value, { kind: "label" }, STYLE)));
  assert.deepEqual([look(4).colour, look(4).letter, look(4).tint], [[7, 7, 7], "R", 0.3]);
  assert.equal(look(null).bar, "dotted");
});

test("errors are strong and have a letter, correct text is pale, unmarked text has dots", () => {
  const look = (value) => lookOf(value, { kind: "errors" }, STYLE);

  assert.deepEqual([0, 1, 2, 3].map((value) => look(value).letter), ["", "", "W", "M"]);
  assert.deepEqual([0, 1, 2, 3].map((value) => look(value).bar),
    ["pale", "pale", "strong", "strong"]);
  assert.deepEqual([0, 1, 2, 3].map((value) => look(value).tint), [0.01, 0, 0.6, 0.6]);
  assert.deepEqual([look(3).pattern, look(3).colour], ["hatch", [250, 0, 0]]);
  assert.equal(look(null).bar, "dotted");
});

test("a missing amount is dotted, a missing label is not drawn", () => {
  assert.equal(lookOf(null, AMOUNT, STYLE).pattern, "dots");
  assert.equal(lookOf(null, { kind: "label" }, STYLE), null);
  assert.equal(lookOf(1, null, STYLE), null);
});

test("the text of a value has the digits and the locale of the layer", () => {
  assert.equal(valueText(1234.56, AMOUNT), "1.234,6");
  assert.equal(valueText(3, { kind: "agreement", high: 4 }), "3/4");
  assert.equal(valueText(1, { kind: "label" }), "");
  assert.equal(valueText(null, AMOUNT), "");
});
