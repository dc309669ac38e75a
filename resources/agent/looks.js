// Appearance of values on the page. The program sends the colours; the layer selects from them.
import { mixed, onRamp } from "./colours.js";

/**
 * @typedef {object} Look
 * @property {number[]} colour  red, green, blue
 * @property {number} tint  opacity of the ground at the middle of the intensity slider
 * @property {string} pattern  "", "hatch" or "dots"
 * @property {string} bar  "solid", "dashed", "pale", "strong" or "" for none
 * @property {string} letter  one letter, or empty
 */

const PAINTERS = {
  label: (value, _layer, style) => (value >= 0.5 ? kept(style) : dropped(style)),

  amount(value, layer, style) {
    const share = Math.min(Math.max(value / layer.high, 0), 1);
    const colour = onRamp(style.ramp, share);
    const tint = style.amount_low + share * (style.amount_high - style.amount_low);
    // With a threshold, the bar shows on which side of it the value is.
    const below = layer.threshold !== null && value < layer.threshold;
    return { colour, tint, pattern: "", bar: below ? "dashed" : "solid", letter: "" };
  },

  agreement(value, layer, style) {
    if (value <= 0) return { ...dropped(style), tint: style.agreement_ends };
    if (value >= layer.high) return { ...kept(style), tint: style.agreement_ends };
    const share = value / layer.high;
    const colour = share < 0.5
      ? mixed(style.boilerplate, style.split, share * 2)
      : mixed(style.split, style.content, share * 2 - 1);
    return { colour, tint: style.agreement_between, pattern: "", bar: "solid", letter: "" };
  },

  // Correct text is pale; errors are strong and have a letter. Values as in `Outcome`.
  errors(value, _layer, style) {
    const { content, boilerplate, missed, right_tint: right, wrong_tint: wrong } = style;
    const pale = { pattern: "", bar: "pale", letter: "" };
    return [
      { ...pale, colour: content, tint: right },
      { ...pale, colour: boilerplate, tint: 0 },
      { colour: content, tint: wrong, pattern: "", bar: "strong", letter: "W" },
      { colour: missed, tint: wrong, pattern: "hatch", bar: "strong", letter: "M" },
    ][value];
  },

  classes(value, layer, style) {
    const colour = style.classes[value % style.classes.length];
    const letter = layer.letters[value] ?? "";
    return { colour, tint: style.content_tint, pattern: "", bar: "solid", letter };
  },

  // What is marked as content or boilerplate looks as if a pane decided it. Values as in `GoldClass`.
  gold(value, _layer, style) {
    if (value === 1) return kept(style);
    if (value === 2) return dropped(style);
    return { ...style.gold[value], tint: style.content_tint, pattern: "", bar: "solid" };
  },
};

function kept(style) {
  return {
    colour: style.content, tint: style.content_tint, pattern: "", bar: "solid", letter: "C",
  };
}

function dropped(style) {
  return {
    colour: style.boilerplate, tint: style.boilerplate_tint, pattern: "hatch", bar: "dashed",
    letter: "B",
  };
}

function unmarked(style) {
  return { colour: style.dots, tint: 0, pattern: "", bar: "dotted", letter: "" };
}

/** Return the look of a value in a layer, null for a segment without a mark. */
export function lookOf(value, layer, style) {
  if (!layer) return null;
  if (value === null) {
    if (layer.kind === "errors" || layer.kind === "gold") return unmarked(style);
    if (layer.kind !== "amount") return null;
    const { missing: colour, missing_tint: tint } = style;
    return { colour, tint, pattern: "dots", bar: "", letter: "" };
  }
  return PAINTERS[layer.kind](value, layer, style);
}

/** Return the text of a value, shown if the user requests values. */
export function valueText(value, layer) {
  if (!layer || value === null) return "";
  if (layer.kind === "amount") {
    return value.toLocaleString(layer.locale, {
      minimumFractionDigits: layer.digits, maximumFractionDigits: layer.digits,
    });
  }
  if (layer.kind === "agreement") return `${value}/${layer.high}`;
  return "";
}
