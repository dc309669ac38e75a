// Names: which namespace an element belongs to, how its name is spelled there, and what is never
// built because it would act: run, load a frame, move the page, take the keyboard.
"use strict";

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";
const XLINK = "http://www.w3.org/1999/xlink";

// A parser of HTML lowers all names; these are the ones of SVG and MathML that are spelled otherwise.
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

// Elements that would run, load or re-base something stand on the page under another name.
const DISARMED = new Set(
  ["script", "object", "embed", "applet", "base", "portal", "fencedframe", "webview"],
);
// Frames load nothing.
const FRAMES = new Set(["iframe", "frame"]);
// Attributes that act by themselves, take keys that are the window's, or have the layout wait for
// the reader.
const ACTING = new Set(
  ["http-equiv", "srcdoc", "ping", "autofocus", "accesskey", "contenteditable", "autoplay",
   "manifest", "nonce", "download", "loading"],
);
// Attributes that hold an address, or set one (animations of SVG).
const ADDRESSES = new Set(
  ["href", "src", "action", "formaction", "xlink:href", "data", "poster", "background", "to",
   "from", "values", "by"],
);
// Browsers pass over control characters and blanks in the name of a scheme.
const SCRIPT_SCHEME = new RegExp(
  "^[\\u0000-\\u0020]*(?:j[\\t\\n\\r]*a[\\t\\n\\r]*v[\\t\\n\\r]*a|v[\\t\\n\\r]*b)" +
  "[\\t\\n\\r]*s[\\t\\n\\r]*c[\\t\\n\\r]*r[\\t\\n\\r]*i[\\t\\n\\r]*p[\\t\\n\\r]*t[\\t\\n\\r]*:", "i",
);

/** Return the namespace of an element from its name and the namespace around it. */
function namespaceOf(tag, around) {
  if (tag === "svg") return SVG;
  if (tag === "math") return MATHML;
  return around;
}

/** Return the namespace that holds inside an element. */
function namespaceInside(tag, own) {
  if (own === SVG && (tag === "foreignobject" || tag === "desc" || tag === "title")) return HTML;
  if (own === MATHML && (tag === "annotation-xml" || /^m[inos]$|^mtext$/.test(tag))) return HTML;
  return own;
}

/** Return an element of a document that shows what this one shows and does nothing. */
function createElement(tag, namespace, owner) {
  const name = DISARMED.has(tag) ? "x-" + tag : tag;
  try {
    if (namespace === HTML) return owner.createElement(name);
    return owner.createElementNS(namespace, SPELLED.get(name) ?? name);
  } catch (_) {
    // The parser let a name pass that the DOM refuses; such elements have no look of their own.
    return owner.createElement("x-unnamed");
  }
}

/** Set an attribute unless it would act. */
function setAttribute(element, tag, name, value) {
  if (/^on/i.test(name) || ACTING.has(name)) return;
  if (FRAMES.has(tag) && name === "src") return;
  if (tag === "link" && name === "href") return; // set last, when what it links to is known
  if (ADDRESSES.has(name) && SCRIPT_SCHEME.test(value)) return;
  try {
    if (element.namespaceURI === HTML) element.setAttribute(name, value);
    else if (name === "xlink:href") element.setAttributeNS(XLINK, name, value);
    else element.setAttribute(SPELLED.get(name) ?? name, value);
  } catch (_) {
    // A name that the DOM refuses cannot be addressed by a style sheet either.
  }
}

/** Return whether a link element loads a style sheet and nothing else. */
function isStyleSheet(rel) {
  const kinds = rel.toLowerCase().split(/[\t\n\f\r ]+/);
  const loads = ["preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "prerender",
    "import", "manifest"];
  return kinds.includes("stylesheet") && !loads.some((kind) => kinds.includes(kind));
}
