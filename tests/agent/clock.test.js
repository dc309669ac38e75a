import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Clock } from "../../resources/agent/clock.js";

const clocks = [];
after(() => clocks.forEach((clock) => clock.port.close()));

/** Return a clock and what it has told the program. */
function clockWithNotes() {
  const told = [];
  const clock = new Clock((message) => told.push(message));
  clocks.push(clock);
  return { clock, told };
}

test("the program counts the milliseconds and wakes the action once", () => {
  const { clock, told } = clockWithNotes();
  let calls = 0;
  const number = clock.after(30, () => { calls += 1; });

  assert.deepEqual(told, [{ kind: "wait", number, ms: 30 }]);
  clock.wake(number);
  clock.wake(number);
  assert.equal(calls, 1);
});

test("what is forgotten is not called when its time is up", () => {
  const { clock } = clockWithNotes();
  const number = clock.after(30, () => assert.fail("called"));
  clock.forget(number);
  clock.wake(number);
});

test("actions for the next turn come one after the other, and not at once", async () => {
  const { clock } = clockWithNotes();
  const done = [];
  clock.next(() => done.push("first"));
  const last = new Promise((resolve) => { clock.next(() => resolve(done.push("second"))); });

  assert.deepEqual(done, []);
  await last;
  assert.deepEqual(done, ["first", "second"]);
});

test("an action comes with the next frame or after 60 ms, whichever is first, and once", () => {
  const { clock, told } = clockWithNotes();
  const frames = [];
  globalThis.requestAnimationFrame = (action) => frames.push(action);
  let calls = 0;
  clock.soon(() => { calls += 1; });

  clock.wake(told[0].number);
  frames[0]();
  assert.deepEqual([told[0].ms, calls], [60, 1]);
});
