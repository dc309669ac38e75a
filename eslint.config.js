// Checks of the page agent (resources/agent), of its tests, and of what runs Readability.js. ESLint 9 is the last version that
// runs on the Node of Debian 12.
import js from "@eslint/js";

// Of what a browser offers, the agent may use these; timers are not among them, because they stop
// where the scripts of a page are off (see resources/agent/clock.js).
const BROWSER = [
  "CSSStyleSheet", "HTMLTemplateElement", "MessageChannel", "MutationObserver", "Node",
  "ResizeObserver", "devicePixelRatio", "document", "getComputedStyle", "innerHeight", "innerWidth",
  "location", "performance", "requestAnimationFrame", "scrollX", "scrollY", "window",
];
// These come with Qt.
const QT = ["QWebChannel", "qt"];

const readonly = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

const RULES = {
  "array-callback-return": "error",
  "complexity": ["error", 12],
  "consistent-return": "error",
  "curly": ["error", "multi-line"],
  "default-case-last": "error",
  "dot-notation": "error",
  "eqeqeq": "error",
  "guard-for-in": "error",
  "max-depth": ["error", 3],
  "max-lines": ["error", 300],
  "max-lines-per-function": ["error", 40],
  "max-params": ["error", 5],
  "no-alert": "error",
  "no-console": "error",
  "no-constructor-return": "error",
  "no-else-return": "error",
  "no-eval": "error",
  "no-extend-native": "error",
  "no-implicit-coercion": "error",
  "no-implied-eval": "error",
  "no-invalid-this": "error",
  "no-lonely-if": "error",
  "no-loop-func": "error",
  "no-multi-assign": "error",
  "no-nested-ternary": "error",
  "no-new": "error",
  "no-new-func": "error",
  "no-new-wrappers": "error",
  "no-param-reassign": "error",
  "no-promise-executor-return": "error",
  "no-return-assign": "error",
  "no-self-compare": "error",
  "no-sequences": "error",
  "no-shadow": "error",
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unneeded-ternary": "error",
  "no-unreachable-loop": "error",
  "no-unused-expressions": "error",
  "no-useless-assignment": "error",
  "no-useless-concat": "error",
  "no-useless-rename": "error",
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "one-var": ["error", "never"],
  "prefer-arrow-callback": "error",
  "prefer-const": "error",
  "prefer-promise-reject-errors": "error",
  "prefer-rest-params": "error",
  "prefer-spread": "error",
  "prefer-template": "error",
  "radix": "error",
  "symbol-description": "error",
  "yoda": "error",
};

export default [
  { ignores: [".venv*/", "build/", "dist/", "resources/readability/Readability.js"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["resources/agent/*.js", "tests/agent/*.js", "eslint.config.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    rules: { ...js.configs.recommended.rules, ...RULES },
  },
  {
    files: ["resources/readability/run.js"],
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "script",
      globals: readonly(["DOMParser", "Readability", "performance"]),
    },
    // One class follows one run; methods of the library have underscores.
    rules: { ...js.configs.recommended.rules, ...RULES, "max-lines": "off" },
  },
  {
    files: ["resources/agent/*.js"],
    languageOptions: { globals: readonly([...BROWSER, ...QT]) },
  },
  {
    files: ["tests/agent/*.js"],
    languageOptions: { globals: readonly(["MessageChannel", "performance"]) },
  },
];
