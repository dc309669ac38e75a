// Namespaces and spelling of names; and elements and attributes that are never built, because they
// would act: run, load a frame, navigate, take the keyboard.

export const HTML = "http://www.w3.org/1999/xhtml";
export const SVG = "http://www.w3.org/2000/svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";
const XLINK = "http://www.w3.org/1999/xlink";

// An HTML parser lowercases all names; these names of SVG and MathML have capital letters.
const SPELLED = (() => {
  const names = `altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform
    clipPath feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
    feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
    feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
    feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
    radialGradient textPath
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits
    diffuseConstant edgeMode filterUnits gradientTransform gradientUnits kernelMatrix
    kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight
    markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits
    patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
    primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures
    specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale
    systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector
    yChannelSelector zoomAndPan definitionURL`;
  return new Map(names.split(/\s+/).map((name) => [name.toLowerCase(), name]));
})();

// Elements that would run code, load a resource or set the base are built under another name.
const DISARMED = new Set(
  ["script", "object", "embed", "applet", "base", "portal", "fencedframe", "webview"],
);
// Frames load nothing.
const FRAMES = new Set(["iframe", "frame"]);
// Attributes that act by themselves, take keys of the window, or delay the layout until the user
// scrolls.
const ACTING = new Set(
  ["http-equiv", "srcdoc", "ping", "autofocus", "accesskey", "contenteditable", "autoplay",
   "manifest", "nonce", "download", "loading"],
);
// Attributes that contain an address, or set an address (animations of SVG).
const ADDRESSES = new Set(
  ["href", "src", "action", "formaction", "xlink:href", "data", "poster", "background", "to",
   "from", "values", "by"],
);
// Browsers ignore control characters and blanks before the name of a scheme, and tabs and line
// breaks inside it.
const SCRIPT_SCHEME = (() => {
  const gap = "[\\t\\n\\r]*";
  const names = ["javascript", "vbscript"].map((name) => [...name].join(gap));
  return new RegExp(`^[\\u0000-\\u0020]*(?:${names.join("|")})${gap}:`, "i");
})();

/** Return the namespace of an element by its name and the namespace around it. */
export function namespaceOf(tag, around) {
  if (tag === "svg") return SVG;
  if (tag === "math") return MATHML;
  return around;
}

/** Return the namespace inside an element. */
export function namespaceInside(tag, own) {
  if (own === SVG && (tag === "foreignobject" || tag === "desc" || tag === "title")) return HTML;
  if (own === MATHML && (tag === "annotation-xml" || /^m[inos]$|^mtext$/.test(tag))) return HTML;
  return own;
}

/** Return a new element of a document that looks like the original but does not act. */
export function createElement(tag, namespace, owner) {
  const name = DISARMED.has(tag) ? `x-${tag}` : tag;
  try {
    if (namespace === HTML) return owner.createElement(name);
    return owner.createElementNS(namespace, SPELLED.get(name) ?? name);
  } catch {
    // The parser accepts names that the DOM rejects; such elements have no style of their own.
    return owner.createElement("x-unnamed");
  }
}

/** Return whether an address is a script. */
export function runsScript(address) {
  return SCRIPT_SCHEME.test(address);
}

/** Return whether an attribute may be set on a built element, because it does not act. */
export function isHarmless(tag, name, value) {
  if (/^on/i.test(name) || ACTING.has(name)) return false;
  if (FRAMES.has(tag) && name === "src") return false;
  if (tag === "link" && name === "href") return false; // set last, when `rel` is known
  return !(ADDRESSES.has(name) && runsScript(value));
}

/** Set an attribute unless it would act. */
export function setAttribute(element, tag, name, value) {
  if (!isHarmless(tag, name, value)) return;
  try {
    if (element.namespaceURI === HTML) element.setAttribute(name, value);
    else if (name === "xlink:href") element.setAttributeNS(XLINK, name, value);
    else element.setAttribute(SPELLED.get(name) ?? name, value);
  } catch {
    // A style sheet cannot address a name that the DOM rejects either.
  }
}

/** Return whether a link element loads a style sheet and nothing else. */
export function isStyleSheet(rel) {
  const kinds = rel.toLowerCase().split(/[\t\n\f\r ]+/);
  const loads = ["preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "prerender",
    "import", "manifest"];
  return kinds.includes("stylesheet") && !loads.some((kind) => kinds.includes(kind));
}
