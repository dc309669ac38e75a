// The style sheet of the overlay. The program sends the colours.

// --u is one screen pixel in page units, so that marks have the same size at every zoom.
export const SHEET = `
  :host { all: initial !important; position: absolute !important; left: 0 !important;
    top: 0 !important; width: 0 !important; height: 0 !important; display: block !important;
    z-index: 2147483647 !important; pointer-events: none !important; }
  .off .mark, .unlettered .letter::after { display: none; }
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
  .dotted::before { background: repeating-linear-gradient(180deg, rgb(var(--c)) 0
      calc(2px * var(--u)), transparent calc(2px * var(--u)) calc(5px * var(--u))); }
  .pale::before { background: rgb(var(--c) / 0.4); left: calc(-2px * var(--u));
    width: calc(2px * var(--u)); }
  .strong::before { background: rgb(var(--c)); left: calc(-4px * var(--u));
    width: calc(4px * var(--u)); }
  .letter::after { content: attr(data-letter); position: absolute; top: 0;
    right: 100%; margin-right: calc(1px * var(--u)); box-sizing: border-box;
    width: calc(14px * var(--u)); height: calc(15px * var(--u));
    border: calc(1px * var(--u)) solid rgb(var(--c)); border-radius: calc(2px * var(--u));
    background: rgb(var(--c)); color: rgb(var(--p)); text-align: center;
    font: 600 calc(11px * var(--u)) / calc(13px * var(--u)) Inter, "DejaVu Sans", sans-serif; }
  .listed::after { margin-right: calc(1px * var(--u) + 24px); }
  .hatch.letter:not(.strong)::after { background: rgb(var(--bf)); color: rgb(var(--bi)); }
  .value { position: absolute; right: 0; bottom: 0; padding: 0 calc(3px * var(--u));
    background: rgb(var(--p) / 0.92); color: rgb(var(--k)); border-radius: calc(2px * var(--u));
    box-shadow: 0 0 0 calc(1px * var(--u)) rgb(var(--c));
    font: 600 var(--f) / 1.25 Inter, "DejaVu Sans", sans-serif;
    font-feature-settings: "tnum"; white-space: nowrap; }
  /* The gap separates line and letters; a part of a block has text right above and below. */
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
