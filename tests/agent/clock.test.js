import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Clock } from "../../resources/agent/clock.js";

const clocks = [];
after(() => clocks.forEach((clock) => clock.port.close()));

/** Return a clock and its messages to the program. */
function clockWithMessages() {
  const messages = [];
  const clock = new Clock((message) => messages.push(message));
  clocks.push(clock);
  return { clock, messages };
}

test("the program counts the milliseconds and wakes the action once", () => {
  const { clock, messages } = clockWithMessages();
  let calls = 0;
  const number = clock.after(30, () => { calls += 1; });

  assert.deepEqual(messages, [{ kind: "wait", number, ms: 30 }]);
  clock.wake(number);
  clock.wake(number);
  assert.equal(calls, 1);
});

test("a forgotten action is not called", () => {
  const { clock } = clockWithMessages();
  const number = clock.after(30, () => assert.fail("called"));
  clock.forget(number);
  clock.wake(number);
});

test("actions for later turns run in their order, and not at once", async () => {
  const { clock } = clockWithMessages();
  const done = [];
  clock.next(() => done.push("first"));
  const last = new Promise((resolve) => { clock.next(() => resolve(done.push("second"))); });

  assert.deepEqual(done, []);
  await last;
  assert.deepEqual(done, ["first", "second"]);
});

test("an action runs once, with the next frame or after 60 ms", () => {
  const { clock, messages } = clockWithMessages();
  const frames = [];
  globalThis.requestAnimationFrame = (action) => frames.push(action);
  let calls = 0;
  clock.soon(() => { calls += 1; });

  clock.wake(messages[0].number);
  frames[0]();
  assert.deepEqual([messages[0].ms, calls], [60, 1]);
});
