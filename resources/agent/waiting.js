// Waiting until the page has loaded its resources, or has stopped changing.

/** Return the links to style sheets that have not arrived yet. */
export function unloadedSheets() {
  const links = document.querySelectorAll("link[rel~=stylesheet i][href]");
  return [...links].filter((link) => !link.sheet);
}

/** Return the images that are loading. */
export function unloadedImages() {
  return [...document.images].filter((image) => !image.complete && image.loading !== "lazy");
}

/** Call `done` when elements have loaded or failed and fonts have loaded, or after `limit` ms. */
export function whenLoaded(clock, elements, limit, done) {
  const waiting = new Set(elements);
  let finished = false;
  const finish = () => {
    if (finished) return;
    finished = true;
    clock.forget(latest);
    done();
  };
  const latest = clock.after(limit, finish);
  const check = () => {
    if (!waiting.size) document.fonts.ready.then(finish, finish);
  };
  for (const element of waiting) {
    for (const kind of ["load", "error"]) {
      element.addEventListener(kind, () => {
        waiting.delete(element);
        check();
      }, { once: true });
    }
  }
  check();
}

/** Call `done` when the document has not changed for `quiet` ms, or after `limit` ms. */
export function whenStill(clock, quiet, limit, done) {
  const end = performance.now() + limit;
  let last = performance.now();
  const observer = new MutationObserver(() => { last = performance.now(); });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  const check = () => {
    const now = performance.now();
    if (now >= last + quiet || now >= end) {
      observer.disconnect();
      done();
    } else {
      clock.after(Math.ceil(Math.min(last + quiet, end) - now), check);
    }
  };
  clock.after(quiet, check);
}
