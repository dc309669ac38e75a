// What boxes and separators look like above the page, and where their labels go. Drawn as SVG: a
// canvas shows nothing where the scripts of a page are off.
"use strict";

/** One drawing of a part of the page; places come in page pixels, sizes in screen pixels. */
class BoxSheet {
  /**
   * @param {{left: number, top: number, right: number, bottom: number, ratio: number,
   *   bounds: object}} area  the part of the page it shows, points of the screen per page pixel,
   *   what all boxes reach over
   * @param {object} style  colours and opacities
   * @param {{pixel: number, scale: number, intensity: number}} sizes  points per screen pixel, size
   *   of the interface, factor of the tints
   */
  constructor(area, style, { pixel, scale, intensity }) {
    this.area = area;
    this.style = style;
    this.pixel = pixel;
    this.text = pixel * scale;
    this.intensity = intensity;
    this.size = this.points(area);
    this.bounds = this.points(area.bounds);
    /** Outlines by how they are painted: few paths, however many boxes. */
    this.paths = new Map();
    this.labels = [];
    /** What labels must not cover, by cell: boxes of leaves, other labels. */
    this.covered = new Map();
    this.taken = new Map();
    this.written = [];
    this.pen = document.createElement("canvas").getContext("2d");
    this.pen.font = `600 ${LABEL.size}px Inter, "DejaVu Sans", sans-serif`;
  }

  /** Show the drawing in an `svg` element. */
  show(ground) {
    const all = element("g", {
      transform: `scale(${1 / this.area.ratio})`, "shape-rendering": "crispEdges",
    });
    for (const { paint, lines } of this.paths.values()) {
      all.append(element("path", { ...paint, d: lines.join("") }));
    }
    all.append(...this.labels);
    ground.replaceChildren(all);
  }

  /** Add a rectangle to all that are painted alike. */
  add(x, y, wide, high, paint) {
    const key = JSON.stringify(paint);
    if (!this.paths.has(key)) this.paths.set(key, { paint, lines: [] });
    this.paths.get(key).lines.push(`M${x} ${y}h${wide}v${high}h${-wide}z`);
  }

  /** Return a rectangle in points of the drawing. */
  points(rect) {
    const { left, top, ratio } = this.area;
    return {
      left: Math.round((rect.left - left) * ratio), top: Math.round((rect.top - top) * ratio),
      right: Math.round((rect.right - left) * ratio),
      bottom: Math.round((rect.bottom - top) * ratio),
    };
  }

  // -- boxes and bands ---------------------------------------------------------------------

  /** Draw the band of a separator; inside a leaf of the result it counts for less. */
  band(rect, share, inside) {
    const { left, top, right, bottom } = this.points(rect);
    const least = NARROW_BAND * this.pixel;
    const { band_low: low, band_high: high, dots } = this.style;
    const tint = (low + share * (high - low)) * Math.min(this.intensity, 1.4) * (inside ? 0.3 : 1);
    this.add(left, top, Math.max(right - left, least), Math.max(bottom - top, least), {
      fill: tone(dots, tint),
    });
  }

  ground(rect, kind, colour) {
    const tint = { leaf: this.style.leaf_tint, open: this.style.open_tint }[kind];
    if (!tint) return;
    const { left, top, right, bottom } = this.points(rect);
    this.add(left, top, right - left, bottom - top, {
      fill: tone(colour, Math.min(tint * this.intensity, 0.9)),
    });
  }

  /** Draw the line around a box: on a light casing, so that it is seen on every ground. */
  frame(rect, kind, colour, level, casing) {
    const { pixel, bounds } = this;
    const line = { leaf: 2, open: 2, inner: 1, part: 1 }[kind] * pixel;
    // A point of air keeps line and casing off the letters.
    const away = (kind === "part" ? 0 : level * LEVEL_ROOM + 1) * pixel + line / 2;
    const { left, top, right, bottom } = this.points(rect);
    const x = Math.max(left - away, bounds.left + line / 2);
    const y = Math.max(top - away, bounds.top + line / 2);
    const wide = Math.min(right + away, bounds.right - line / 2) - x;
    const high = Math.min(bottom + away, bounds.bottom - line / 2) - y;
    if (!(wide > 0 && high > 0)) return;
    if (casing) {
      this.add(x, y, wide, high, {
        fill: "none", stroke: tone(this.style.paper, 0.7), "stroke-width": line + 2 * pixel,
      });
      return;
    }
    const dash = { open: [6, 3], part: [1, 3] }[kind] ?? [];
    this.add(x, y, wide, high, {
      fill: "none", stroke: tone(colour, kind === "part" ? 0.7 : 1), "stroke-width": line,
      "stroke-dasharray": dash.map((length) => length * pixel).join(" ") || "none",
    });
  }

  // -- labels ------------------------------------------------------------------------------

  /** Keep labels that stand outside their own box off this one. */
  take(rect) {
    const box = this.points(rect);
    remember(this.covered, {
      left: Math.max(box.left, 0), top: Math.max(box.top, 0),
      right: Math.min(box.right, this.size.right), bottom: Math.min(box.bottom, this.size.bottom),
    }, CELL * this.pixel);
  }

  degree(rect, label, kind, colour, all) {
    const box = this.points(rect);
    const roomy = box.right - box.left >= LABELLED.width * this.text &&
      box.bottom - box.top >= LABELLED.height * this.text;
    if (!label || (!roomy && !all)) return;
    const { wide, high } = this.extent(label);
    const line = 2 * this.pixel;
    const outer = [
      { left: box.left - wide - line, top: box.top }, // in the margin, off the text
      { left: box.right + line, top: box.top },
      { left: box.left, top: box.top - high - line },
      { left: box.right - wide, top: box.top - high - line },
    ].map((one) => sized(one, wide, high));
    const inner = [
      { left: box.right - wide, top: box.top },
      { left: box.right - wide, top: box.bottom - high },
      { left: box.left, top: box.bottom - high },
      { left: box.left, top: box.top },
    ].map((one) => sized(one, wide, high));
    // Inside it covers text: only where the box is much larger.
    const spare = all || (box.right - box.left >= 3 * wide && box.bottom - box.top >= 2 * high);
    const spot = kind === "part" // it lies in a leaf: beside it at best
      ? [outer[1], outer[0]].find((one) => this.isFree(one))
      : outer.find((one) => this.isFree(one) && !this.touches(this.covered, one)) ??
        (kind === "inner" || !spare ? null : inner.find((one) => this.isFree(one)));
    if (!spot) return;
    const full = kind === "leaf" || kind === "open";
    this.chip(spot, label, {
      radius: 2, ground: full ? colour : this.style.paper, line: colour,
      ink: full ? this.inkOn(colour) : this.style.ink,
    });
  }

  weight(rect, weight, all) {
    const box = this.points(rect);
    const long = Math.max(box.right - box.left, box.bottom - box.top);
    if (long < LABELLED_LENGTH * this.text && !all) return;
    const { wide, high } = this.extent(String(weight));
    const [x, y] = [(box.left + box.right - wide) / 2, (box.top + box.bottom - high) / 2];
    const across = box.right - box.left > box.bottom - box.top;
    const places = across
      ? [box.right - 1.5 * wide, box.left + wide / 2, x].map((left) => ({ left, top: y }))
      : [box.top + high, box.bottom - 2 * high, y].map((top) => ({ left: x, top }));
    const spots = places.map((one) => sized(one, wide, high)).filter((one) => this.isFree(one));
    const spot = spots.find((one) => !this.touches(this.covered, one)) ?? spots[0];
    if (!spot) return;
    this.chip(spot, String(weight), {
      radius: 7, ground: this.style.ink, line: this.style.paper, ink: this.style.paper,
    });
  }

  extent(label) {
    const wide = (this.pen.measureText(label).width + 2 * LABEL.padding) * this.text;
    const high = LABEL.height * this.text;
    return { wide: Math.ceil(Math.max(wide, high)), high: Math.ceil(high) };
  }

  /** Return whether a label would stand in the drawing and on no other label. */
  isFree(spot) {
    const gap = this.pixel;
    const around = {
      left: spot.left - gap, top: spot.top - gap, right: spot.right + gap,
      bottom: spot.bottom + gap,
    };
    return this.written.length < MAX_LABELS && spot.left >= 0 && spot.top >= 0 &&
      spot.right <= this.size.right && spot.bottom <= this.size.bottom &&
      !this.touches(this.taken, around);
  }

  touches(cells, spot) {
    return cellsOf(spot, CELL * this.pixel)
      .some((cell) => (cells.get(cell) ?? []).some((other) => overlap(spot, other)));
  }

  chip(spot, label, { radius, ground, line, ink }) {
    const [wide, high] = [spot.right - spot.left, spot.bottom - spot.top];
    const words = element("text", {
      x: spot.left + wide / 2, y: spot.top + high / 2, dy: "0.36em", fill: tone(ink, 1),
      "text-anchor": "middle", "font-size": LABEL.size * this.text,
    });
    words.textContent = label;
    this.labels.push(element("rect", {
      x: spot.left, y: spot.top, width: wide, height: high, rx: radius * this.text,
      fill: tone(ground, 1), stroke: tone(line, 1), "stroke-width": this.pixel,
      "shape-rendering": "auto",
    }), words);
    remember(this.taken, spot, CELL * this.pixel);
    this.written.push([label, spot.left, spot.top, wide, high]);
  }

  inkOn([red, green, blue]) {
    const light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    return light > 0.18 ? this.style.ink : this.style.paper;
  }
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function tone(colour, opacity) {
  return `rgb(${colour.join(" ")} / ${opacity})`;
}

function linear(channel) {
  return (channel / 255) ** 2.2;
}

function sized({ left, top }, wide, high) {
  const [x, y] = [Math.round(left), Math.round(top)];
  return { left: x, top: y, right: x + wide, bottom: y + high };
}

/** Return the keys of the cells a rectangle lies in. */
function cellsOf(rect, side) {
  const found = [];
  const [left, right] = [Math.floor(rect.left / side), Math.floor(rect.right / side)];
  const [top, bottom] = [Math.floor(rect.top / side), Math.floor(rect.bottom / side)];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) found.push(column * 100003 + row);
  }
  return found;
}

function remember(cells, rect, side) {
  for (const cell of cellsOf(rect, side)) {
    if (!cells.has(cell)) cells.set(cell, []);
    cells.get(cell).push(rect);
  }
}
