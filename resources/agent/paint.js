// What a value looks like. Colours come from the program; here is only how a layer uses them.
"use strict";

/**
 * @typedef {object} Look
 * @property {number[]} colour  red, green, blue
 * @property {number} tint  opacity of the ground at the middle of the intensity slider
 * @property {string} pattern  "", "hatch" or "dots"
 * @property {string} bar  "solid", "dashed" or "" for none
 * @property {string} letter  one letter, or empty
 */

const PAINTERS = {
  label: (value, _layer, style) => (value >= 0.5 ? kept(style) : dropped(style)),

  amount(value, layer, style) {
    const share = Math.min(Math.max(value / layer.high, 0), 1);
    const colour = style.ramp[Math.round(share * (style.ramp.length - 1))];
    const tint = style.amount_low + share * (style.amount_high - style.amount_low);
    // With a threshold, the bar says on which side of it a block lies.
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

  classes(value, layer, style) {
    const colour = style.classes[value % style.classes.length];
    const letter = layer.letters[value] ?? "";
    return { colour, tint: style.content_tint, pattern: "", bar: "solid", letter };
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

function mixed(from, to, share) {
  return from.map((part, at) => Math.round(part + (to[at] - part) * share));
}

/** Return the look of a value in a layer; null where the layer says nothing at all. */
function lookOf(value, layer, style) {
  if (!layer) return null;
  if (value === null) {
    if (layer.kind !== "amount") return null;
    return { colour: style.missing, tint: style.missing_tint, pattern: "dots", bar: "", letter: "" };
  }
  return PAINTERS[layer.kind](value, layer, style);
}

/** Return the figure of a value as it is shown on demand. */
function figureOf(value, layer) {
  if (!layer || value === null) return "";
  if (layer.kind === "amount") {
    return value.toLocaleString(layer.locale, {
      minimumFractionDigits: layer.digits, maximumFractionDigits: layer.digits,
    });
  }
  if (layer.kind === "agreement") return `${value}/${layer.high}`;
  return "";
}

// --u is one screen pixel in units of the page: marks keep their size whatever the zoom.
const SHEET = `
  :host { all: initial !important; position: absolute !important; left: 0 !important;
    top: 0 !important; width: 0 !important; height: 0 !important; display: block !important;
    z-index: 2147483647 !important; pointer-events: none !important; }
  .off .mark { display: none; }
  .marks div, .outline, .boxes { position: absolute; }
  .boxes { overflow: hidden; }
  .boxes text { font-family: Inter, "DejaVu Sans", sans-serif; font-weight: 600; }
  .mark, .run { background-color: rgb(var(--c) / calc(var(--t) * var(--i))); }
  .mixed { background: none !important; }
  .hatch { background-image: repeating-linear-gradient(135deg, transparent 0
      calc(6.5px * var(--u)), rgb(var(--c) / calc(var(--h) * var(--i))) calc(7px * var(--u))
      calc(8px * var(--u)), transparent calc(8.5px * var(--u))); }
  .dots { background-image: radial-gradient(circle, rgb(var(--d) / calc(0.5 * var(--i)))
      calc(0.9px * var(--u)), transparent calc(1.2px * var(--u)));
    background-size: calc(6px * var(--u)) calc(6px * var(--u)); }
  .mark::before { content: ""; position: absolute; top: 0; bottom: 0;
    left: calc(-3px * var(--u)); width: calc(3px * var(--u)); }
  .solid::before { background: rgb(var(--c)); }
  .dashed::before { background: repeating-linear-gradient(180deg, rgb(var(--c)) 0
      calc(6px * var(--u)), transparent calc(6px * var(--u)) calc(9px * var(--u))); }
  .letter::after { content: attr(data-letter); position: absolute; top: 0;
    right: 100%; margin-right: calc(1px * var(--u)); box-sizing: border-box;
    width: calc(14px * var(--u)); height: calc(15px * var(--u));
    border: calc(1px * var(--u)) solid rgb(var(--c)); border-radius: calc(2px * var(--u));
    background: rgb(var(--c)); color: rgb(var(--p)); text-align: center;
    font: 600 calc(11px * var(--u)) / calc(13px * var(--u)) Inter, "DejaVu Sans", sans-serif; }
  .listed::after { margin-right: calc(1px * var(--u) + 24px); }
  .hatch.letter::after { background: rgb(var(--bf)); color: rgb(var(--bi)); }
  .figure { position: absolute; right: 0; bottom: 0; padding: 0 calc(3px * var(--u));
    background: rgb(var(--p) / 0.92); color: rgb(var(--k)); border-radius: calc(2px * var(--u));
    box-shadow: 0 0 0 calc(1px * var(--u)) rgb(var(--c));
    font: 600 var(--f) / 1.25 Inter, "DejaVu Sans", sans-serif;
    font-feature-settings: "tnum"; white-space: nowrap; }
  /* The gap keeps the line off the letters; a part of a block has others right above and below. */
  .letter::after { z-index: 2; }
  .outline { z-index: 1; --gap: calc(4px * var(--u)); border-radius: calc(4px * var(--u));
    padding: var(--gap); border: var(--line) solid rgb(var(--s));
    margin: calc(-1 * var(--gap) - var(--line)); }
  .part { --gap: calc(1px * var(--u)); border-radius: calc(2px * var(--u)); }
  .hover { --line: calc(1px * var(--u)); }
  .selected { --line: calc(2px * var(--u));
    box-shadow: 0 0 0 calc(1.5px * var(--u)) rgb(var(--p)); }
  .selected:not(.part) { box-shadow: 0 0 0 calc(1.5px * var(--u)) rgb(var(--p)),
    inset 0 0 0 calc(1.5px * var(--u)) rgb(var(--p)); }
`;
