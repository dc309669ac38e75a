// Timers. If a page's scripts are off, the browser runs no timers for the agent either: the program
// counts the milliseconds, and messages to ourselves start new event-loop turns.
export class Clock {
  /** @param {function(object): void} send  sends a message to the program */
  constructor(send) {
    this.send = send;
    this.number = 0;
    this.waiting = new Map();
    this.turns = [];
    const channel = new MessageChannel();
    channel.port1.onmessage = () => this.turns.shift()?.();
    this.port = channel.port2;
  }

  /** Run an action after some milliseconds; return a number for `forget`. */
  after(ms, action) {
    this.waiting.set(++this.number, action);
    this.send({ kind: "wait", number: this.number, ms });
    return this.number;
  }

  /** Run the action of a number: its time has passed. */
  wake(number) {
    const action = this.waiting.get(number);
    this.waiting.delete(number);
    action?.();
  }

  forget(number) {
    this.waiting.delete(number);
  }

  /** Run an action in a later event-loop turn. */
  next(action) {
    this.turns.push(action);
    this.port.postMessage(0);
  }

  /** Run an action with the next frame, or after 60 ms if the view is hidden. */
  soon(action) {
    let done = false;
    const once = () => {
      if (done) return;
      done = true;
      action();
    };
    requestAnimationFrame(once);
    this.after(60, once);
  }
}
