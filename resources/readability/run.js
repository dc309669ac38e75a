// Runs Readability.js on a page, and reports what it did; both without changing its file.
//
// The page is parsed into a document of its own: its scripts do not run, and nothing is fetched.
// The reporting run overrides methods of one object. Texts are followed as nodes; where Readability
// writes the body again from its markup, for another attempt, the nodes get the numbers of those
// before.
/* exported runReadability */

const runReadability = (() => {
  const TYPES = { element: 1, text: 3 };

  const ELEMENTS_AND_TEXTS = 5;

  // The content of a <template> is a fragment of its own, which the markup of the article has.
  const templates = new WeakMap();

  const nodesOf = (root, kind) => {
    const found = [];
    const descend = (node) => {
      if (node.localName !== "template" || !node.content) return;
      templates.set(node.content, node);
      found.push(...nodesOf(node.content, kind));
    };
    descend(root);
    const walker = root.ownerDocument.createTreeWalker(root, ELEMENTS_AND_TEXTS);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === TYPES[kind]) found.push(node);
      descend(node);
    }
    return found;
  };

  const parentOf = (node) => node.parentNode ?? templates.get(node) ?? null;

  const contains = (root, node) => {
    let up = node;
    while (up && up !== root) up = parentOf(up);
    return up === root;
  };

  const parse = (html) => new DOMParser().parseFromString(html, "text/html");

  const describe = (node) => `${node.className} ${node.id}`;

  // Functions that remove what their callers choose.
  const REMOVING = new Set(["_removeNodes", "_removeAndGetNext", "_clean", "_cleanMatchedNodes"]);

  Error.stackTraceLimit = 20; // ours are between those of the library

  const lineOf = () => {
    const frames = [...new Error("where").stack.matchAll(/(\w+) \([^\n]*Readability\.js:(\d+)/gu)];
    const found = frames.find(([, name]) => !REMOVING.has(name)) || frames[0];
    return found ? Number(found[2]) : 0;
  };

  const match = (expression, text) => {
    const found = expression.exec(text);
    return found ? found[0] : "";
  };

  // What makes an element invisible to `_isProbablyVisible`.
  const hiddenBy = (node) => {
    if (node.style && node.style.display === "none") return "style display: none";
    if (node.style && node.style.visibility === "hidden") return "style visibility: hidden";
    return node.hasAttribute("hidden") ? "attribute hidden" : "aria-hidden is true";
  };

  class Reader {
    constructor(doc, options) {
      this.doc = doc;
      this.reader = new Readability(doc, options);
      this.texts = nodesOf(doc.documentElement, "text");
      this.elements = [doc.documentElement, ...nodesOf(doc.documentElement, "element")];
      this.textNumbers = new Map(this.texts.map((node, number) => [node, [number]]));
      this.elementNumber = new Map(this.elements.map((node, number) => [node, number]));
      this.owners = this.texts.map(({ parentNode: up }) => this.elementNumber.get(templates.get(up) ?? up));
      this.values = this.texts.map((node) => node.data);
      this.names = this.elements.map((node) => node.localName);
      this.fate = this.texts.map(() => -1);
      this.events = [];
      this.attempts = new Map();
      this.candidates = [];
      this.siblings = [];
      this.appended = new Set();
      this.open = [];
      this.last = {};
      this.message = [];
      this.best = null;
    }

    // -- events --------------------------------------------------------------------------

    drop(node, rule) {
      const texts = node.nodeType === 3 ? [node] : nodesOf(node, "text");
      const numbers = texts.flatMap((text) => this.textNumbers.get(text) ?? []);
      const living = numbers.filter((number) => this.fate[number] === -1);
      if (!living.length) return;
      this.events.push({ row: this.near(node), line: lineOf(), ...rule });
      for (const number of living) this.fate[number] = this.events.length - 1;
    }

    living() {
      return [...this.textNumbers]
        .filter(([, numbers]) => numbers.some((number) => this.fate[number] === -1))
        .map(([node]) => node);
    }

    near(node) {
      for (let up = node; up; up = parentOf(up)) {
        if (this.elementNumber.has(up)) return this.elementNumber.get(up);
      }
      return -1;
    }

    // Texts that are in none of the trees have left without a call that is followed.
    sweep(roots, stage) {
      for (const node of this.living()) {
        const isIn = roots.some((root) => contains(root, node));
        if (!isIn) this.drop(node, { stage, text: "", isNamed: false });
      }
    }

    // -- rules ---------------------------------------------------------------------------

    ruleOfRemoval(node) {
      const { reader, last } = this;
      const matched = describe(node);
      if (this.open.at(-1) === "_cleanMatchedNodes") {
        return {
          stage: "Remove share links",
          text: "class or id matches REGEXPS.shareElements",
          tests: [["characters", "<", "500", node.textContent.length, reader.DEFAULT_CHAR_THRESHOLD]],
          note: `matched '${match(reader.REGEXPS.shareElements, matched)}'`,
        };
      }
      if (last.hidden === node) {
        return { stage: "Remove hidden elements", text: "!_isProbablyVisible", note: hiddenBy(node) };
      }
      if (node.getAttribute("aria-modal") === "true" && node.getAttribute("role") === "dialog") {
        return { stage: "Remove hidden elements", text: "aria-modal is true and role is dialog" };
      }
      if (last.byline === node) return this.ruleOfByline(node);
      if (last.title === node) return this.ruleOfTitle(node);
      return this.ruleOfUnlikely(node, matched);
    }

    ruleOfByline(node) {
      const size = node.textContent.trim().length;
      return {
        stage: "Take out the byline",
        text: "rel, itemprop, class or id names an author (REGEXPS.byline)",
        tests: [["characters", "<", "100", size, 100]],
        note: `matched '${match(this.reader.REGEXPS.byline, describe(node)) || "author"}'`,
      };
    }

    ruleOfTitle(node) {
      const { reader } = this;
      const heading = reader._getInnerText(node, false);
      const same = reader._textSimilarity(reader._articleTitle, heading);
      return {
        stage: "Take out the title",
        text: "the heading repeats the title",
        tests: [["similarity to the title", ">", "0.75", same, 0.75]],
      };
    }

    ruleOfUnlikely(node, matched) {
      const { reader } = this;
      const said = String(this.message[0] ?? "");
      if (said.startsWith("Removing unlikely candidate")) {
        return {
          stage: "Remove unlikely candidates",
          text: "class or id matches REGEXPS.unlikelyCandidates, not REGEXPS.okMaybeItsACandidate",
          note: `matched '${match(reader.REGEXPS.unlikelyCandidates, matched)}'`,
        };
      }
      if (said.startsWith("Removing content with role")) {
        return {
          stage: "Remove unlikely candidates",
          text: "role is in UNLIKELY_ROLES",
          note: `role ${node.getAttribute("role")}`,
        };
      }
      return { stage: "Remove unlikely candidates", text: "the element has no content" };
    }

    ruleOfFilter(node, tag) {
      const name = this.open.at(-1) ?? "";
      if (name === "_cleanConditionally") return this.ruleOfConditions(node, tag);
      if (name === "_cleanHeaders") {
        return {
          stage: "Clean headings",
          text: "",
          tests: [["class weight", "<", "0", this.reader._getClassWeight(node), 0]],
        };
      }
      if (name === "_clean") {
        return { stage: "Clean elements", text: `every ${tag} is removed`, note: "" };
      }
      if (name === "_prepArticle") return { stage: "Clean elements", text: "the paragraph is empty" };
      const isScript = name === "_removeScripts";
      const stage = isScript ? "Remove scripts" : "Prepare the document";
      return { stage, text: `every ${node.localName} is removed` };
    }

    ruleOfConditions(node, tag) {
      const { reader } = this;
      const stage = "Clean conditionally";
      const weight = reader._getClassWeight(node);
      if (weight < 0) {
        return { stage, text: tag, tests: [["class weight", "<", "0", weight, 0]] };
      }
      const [said, failed] = this.message;
      if (said !== "Checks failed") {
        return { stage, text: `${tag}: the text is only an advertising or loading word` };
      }
      const found = this.testsOf(failed, weight, tag);
      return { stage, ...found, note: found.tests.length ? "" : failed.join(" ") };
    }

    // The values of the library's own message, with the bounds of its checks.
    testsOf(failed, weight, tag) {
      const density = (bound) => [
        "link density", ">", `${bound} + linkDensityModifier`,
        Number(/linkDensity=([\d.e-]+)/u.exec(failed.join(" "))?.[1] ?? "NaN"),
        bound + this.reader._linkDensityModifier,
      ];
      const tests = [];
      const names = [];
      for (const text of failed) {
        const value = (name) => Number(new RegExp(`${name}=([-\\d.e]+)`, "u").exec(text)?.[1]);
        names.push(text.replace(/\s*\(.*\)$/u, "").replace(/\.$/u, ""));
        if (text.startsWith("Low weight")) tests.push(density(0.2));
        else if (text.startsWith("High weight")) tests.push(density(0.5));
        else if (text.startsWith("Bad p to img")) {
          tests.push(["paragraphs per image", "<", "0.5", value("p") / value("img"), 0.5]);
        } else if (text.startsWith("Too many li")) {
          tests.push(["list items beyond 100", ">", "paragraphs", value("li"), value("p")]);
        } else if (text.startsWith("Too many inputs")) {
          tests.push(["inputs", ">", "paragraphs / 3", value("input"), Math.floor(value("p") / 3)]);
        } else if (text.startsWith("No useful")) {
          tests.push(["text density", "<=", "0", value("textDensity"), 0]);
        }
      }
      return { text: `${tag}: ${names.join(", ")}`, tests };
    }

    // -- the choice ----------------------------------------------------------------------

    scoreOf(node) {
      return node.readability ? node.readability.contentScore : 0;
    }

    choose(content) {
      // The body of a page whose html element was removed is still read.
      for (const node of nodesOf(content, "text")) {
        for (const number of this.textNumbers.get(node) ?? []) this.fate[number] = -1;
      }
      const inside = [...this.appended].sort((a, b) => this.scoreOf(b) - this.scoreOf(a));
      const [best] = inside;
      this.best = best ?? null;
      const top = best ? this.scoreOf(best) : 0;
      const bound = Math.max(10, top * 0.2);
      const beside = new Set(this.siblings.filter((node) => !this.appended.has(node)));
      for (const node of this.living()) {
        if (!contains(content, node)) this.dropUnchosen(node, beside, { top, bound });
      }
    }

    dropUnchosen(node, beside, { top, bound }) {
      const stage = "Choose the article";
      let scored = null;
      for (let up = parentOf(node); up; up = parentOf(up)) {
        if (beside.has(up)) {
          const value = this.scoreOf(up);
          const right = "a fifth of the best score, at least 10";
          const text = "beside the best element, and no long paragraph without links";
          const note = up.readability ? "" : "without a score";
          const tests = value < bound ? [["content score", "<", right, value, bound]] : [];
          this.drop(node, { stage, text, tests, note, row: this.near(up) });
          return;
        }
        if (!scored && up.readability) scored = up;
      }
      const value = scored ? this.scoreOf(scored) : 0;
      const tests = value < top ? [["content score", "<", "the best score", value, top]] : [];
      const text = "not in the best element, and not beside it";
      this.drop(node, { stage, text, tests, row: this.near(scored ?? node) });
    }

    // -- following -----------------------------------------------------------------------

    override(name, make) {
      const original = this.reader[name];
      this.reader[name] = make((...values) => original.apply(this.reader, values));
    }

    within(name, after = () => {}) {
      this.override(name, (original) => (...values) => {
        this.open.push(name);
        try {
          return original(...values);
        } finally {
          this.open.pop();
          after(...values);
        }
      });
    }

    follow() {
      this.followPredicates();
      this.followRemovals();
      this.followStages();
      this.reader.log = (...values) => this.listen(values);
    }

    listen(values) {
      this.message = values;
      const [said, node] = values;
      if (said === "Candidate:") {
        const score = this.scoreOf(node);
        this.candidates.push({ row: this.near(node), score, node });
      } else if (said === "Looking at sibling node:") this.siblings.push(node);
      else if (said === "Appending node:") this.appended.add(node);
      else if (said === "Starting grabArticle loop") {
        this.candidates = [];
        this.siblings = [];
        this.appended = new Set();
      }
    }

    followPredicates() {
      const note = (name, key, decides) => {
        this.override(name, (original) => (node, ...rest) => {
          const result = original(node, ...rest);
          this.last[key] = decides(result) ? node : null;
          return result;
        });
      };
      note("_isProbablyVisible", "hidden", (result) => !result);
      note("_isValidByline", "byline", Boolean);
      note("_headerDuplicatesTitle", "title", Boolean);
    }

    followRemovals() {
      this.override("_removeAndGetNext", (original) => (node) => {
        this.drop(node, this.ruleOfRemoval(node));
        this.last = {};
        this.message = [];
        return original(node);
      });
      this.override("_removeNodes", (original) => (list, filter) => {
        const { reader } = this;
        return original(list, (node, ...rest) => {
          const goes = filter ? filter.call(reader, node, ...rest) : true;
          if (goes) this.drop(node, this.ruleOfFilter(node, this.tag));
          return goes;
        });
      });
    }

    followStages() {
      const { doc } = this;
      const root = doc.documentElement;
      for (const name of ["_cleanHeaders", "_cleanMatchedNodes"]) this.within(name);
      for (const name of ["_clean", "_cleanConditionally"]) {
        this.override(name, (original) => (element, tag) => {
          this.open.push(name);
          this.tag = tag;
          original(element, tag);
          this.open.pop();
        });
      }
      this.within("_unwrapNoscriptImages", () => this.sweep([root], "Prepare the document"));
      this.within("_removeScripts", () => this.sweep([root], "Remove scripts"));
      this.within("_prepDocument", () => this.sweep([root], "Prepare the document"));
      this.override("_prepArticle", (original) => (content) => {
        this.choose(content);
        this.open.push("_prepArticle");
        original(content);
        this.open.pop();
        this.sweep([content], "Clean elements");
        this.attempts.set(content, {
          fate: [...this.fate],
          chosen: this.choice(),
          textNumbers: new Map(this.textNumbers),
        });
      });
      this.override("_grabArticle", (original) => () => {
        this.rememberBody(doc.body);
        const content = original();
        const attempt = this.attempts.get(content);
        if (attempt) Object.assign(this, attempt);
        return content;
      });
    }

    choice() {
      const best = this.candidates.sort((a, b) => b.score - a.score).slice(0, 10);
      return best.map(({ row, score, node }) => ({ row, score, isKept: this.appended.has(node) }));
    }

    // The body is written again from its markup for another attempt.
    rememberBody(body) {
      if (!body) return;
      const { set, get } = Object.getOwnPropertyDescriptor(
        Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(body))), "innerHTML",
      );
      let before = null;
      Object.defineProperty(body, "innerHTML", {
        get: () => {
          before ??= this.snapshot(body);
          return get.call(body);
        },
        set: (markup) => {
          set.call(body, markup);
          this.restore(body, before);
        },
      });
    }

    snapshot(body) {
      const texts = nodesOf(body, "text").map((node) => [node.data, this.textNumbers.get(node) ?? []]);
      const elements = nodesOf(body, "element");
      const rows = elements.map((node) => [node.localName, [this.elementNumber.get(node)]]);
      return { texts, rows, fate: [...this.fate] };
    }

    restore(body, { texts, rows, fate }) {
      this.fate = [...fate];
      const isOutside = ([node]) => contains(this.doc, node) && !contains(body, node);
      const numbers = renumber(nodesOf(body, "text"), (node) => node.data, texts);
      this.textNumbers = new Map([...this.textNumbers].filter(isOutside).concat(numbers));
      const elements = renumber(nodesOf(body, "element"), (node) => node.localName, rows);
      for (const [node, [row]] of elements) {
        if (row !== undefined) this.elementNumber.set(node, row);
      }
    }

    // Links to scripts become texts of their own, which are those of the link.
    adopt(content) {
      for (const node of nodesOf(content, "text")) {
        if (this.textNumbers.has(node)) continue;
        for (const [number, fate] of this.fate.entries()) {
          if (fate >= 0 && this.events[fate].isAfter && this.values[number] === node.data) {
            this.fate[number] = -1;
            break;
          }
        }
      }
    }

    finish(content) {
      if (!content) return;
      const rule = { stage: "Write the article", text: "", isNamed: false, isAfter: true };
      for (const node of this.living()) {
        if (!contains(content, node)) this.drop(node, rule);
      }
      const written = new Set(nodesOf(content, "text").flatMap((n) => this.textNumbers.get(n) ?? []));
      this.events.push({ row: -1, line: 0, ...rule });
      for (const [number, fate] of this.fate.entries()) {
        if (fate === -1 && !written.has(number)) this.fate[number] = this.events.length - 1;
      }
      this.adopt(content);
    }
  }

  // Give nodes the numbers of those before, in order. The parser joins texts that followed one
  // another, and leaves out some white space.
  const renumber = (nodes, valueOf, before) => {
    const numbers = [];
    let next = 0;
    for (const node of nodes) {
      const value = valueOf(node);
      for (let start = next; start < before.length; start += 1) {
        const end = endOf(before, start, value);
        if (end > start) {
          numbers.push([node, before.slice(start, end).flatMap(([, own]) => own)]);
          next = end;
          break;
        }
      }
    }
    return numbers;
  };

  // The end of the values that begin at a place and are together equal to a value; else the place.
  const endOf = (before, start, value) => {
    let joined = before[start][0];
    let end = start + 1;
    while (joined.length < value.length && end < before.length && value.startsWith(joined)) {
      joined += before[end][0];
      end += 1;
    }
    return joined === value ? end : start;
  };

  const traced = (html, options) => {
    const run = new Reader(parse(html), options);
    run.follow();
    let content = null;
    run.override("_postProcessContent", (original) => (element) => {
      content = element;
      original(element);
      run.finish(element);
    });
    const article = run.reader.parse();
    const { values, owners, names, fate, events } = run;
    const isKept = Boolean(content);
    return {
      content: article ? article.content : "",
      texts: values, owners, names, fate, events, isKept,
      chosen: run.chosen ?? [],
    };
  };

  const plain = (html, options) => {
    const article = new Readability(parse(html), options).parse();
    return {
      content: article ? article.content : "",
      title: (article && article.title) || "",
      byline: (article && article.byline) || "",
    };
  };

  return (html, options, explains) => {
    const began = performance.now();
    try {
      const answer = explains ? traced(html, options) : plain(html, options);
      return JSON.stringify({ ...answer, seconds: (performance.now() - began) / 1000 });
    } catch (error) {
      return JSON.stringify({ fault: `${error.name}: ${error.message}` });
    }
  };
})();
