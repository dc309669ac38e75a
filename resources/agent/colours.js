// Colours: [red, green, blue] from 0 to 255, opacities from 0 to 1.

/** Return a colour in CSS syntax. */
export function tone(colour, opacity) {
  return `rgb(${colour.join(" ")} / ${opacity})`;
}

/** Return a colour between two colours: share 0 is the first, 1 the second. */
export function mixed(from, to, share) {
  return from.map((channel, index) => Math.round(channel + (to[index] - channel) * share));
}

/** Return the colour of a scale at a share from 0 to 1. */
export function onRamp(ramp, share) {
  return ramp[Math.round(share * (ramp.length - 1))];
}

/** Return whether dark text is more legible on a colour than light text. */
export function isLight([red, green, blue]) {
  const linear = (channel) => (channel / 255) ** 2.2;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.18;
}

/** Return red, green, blue and opacity of the browser's `rgb(...)` or `rgba(...)`, null for other
 * notations. */
export function parsedColour(text) {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
  if (!parts) return null;
  const [, red, green, blue, opacity] = parts;
  return [Number(red), Number(green), Number(blue), opacity === undefined ? 1 : Number(opacity)];
}

/** Return the visible colour of a translucent colour over 0xRRGGBB, also as 0xRRGGBB. */
export function over([red, green, blue, opacity], behind) {
  const mix = (channel, shift) =>
    Math.round(channel * opacity + ((behind >> shift) & 255) * (1 - opacity)) << shift;
  return mix(red, 16) | mix(green, 8) | mix(blue, 0);
}
