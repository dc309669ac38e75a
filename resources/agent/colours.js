// Colours: [red, green, blue] from 0 to 255, opacities from 0 to 1.

/** Return a colour as CSS writes it. */
export function tone(colour, opacity) {
  return `rgb(${colour.join(" ")} / ${opacity})`;
}

/** Return the colour that lies between two others: 0 is the first, 1 the second. */
export function mixed(from, to, share) {
  return from.map((part, at) => Math.round(part + (to[at] - part) * share));
}

/** Return the colour of a scale at a share from 0 to 1. */
export function onRamp(ramp, share) {
  return ramp[Math.round(share * (ramp.length - 1))];
}

/** Return whether dark text is read better on a colour than light text. */
export function isLight([red, green, blue]) {
  const linear = (channel) => (channel / 255) ** 2.2;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.18;
}

/** Return red, green, blue and opacity of `rgb(...)` or `rgba(...)` as the browser writes it, null
 * for a colour of another form. */
export function parsedColour(text) {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
  if (!parts) return null;
  const [, red, green, blue, opacity] = parts;
  return [Number(red), Number(green), Number(blue), opacity === undefined ? 1 : Number(opacity)];
}

/** Return the colour that is seen where one with an opacity lies over 0xRRGGBB, in this form. */
export function over([red, green, blue, opacity], behind) {
  const mix = (part, shift) =>
    Math.round(part * opacity + ((behind >> shift) & 255) * (1 - opacity)) << shift;
  return mix(red, 16) | mix(green, 8) | mix(blue, 0);
}
