// Waiting. Where a page's scripts are off the browser keeps no timers for us either: the program
// counts the milliseconds, messages to ourselves give way to other work.
export class Clock {
  /** @param {function(object): void} tell  sends a message to the program */
  constructor(tell) {
    this.tell = tell;
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
    this.tell({ kind: "wait", number: this.number, ms });
    return this.number;
  }

  /** The time is up. */
  wake(number) {
    const action = this.waiting.get(number);
    this.waiting.delete(number);
    action?.();
  }

  forget(number) {
    this.waiting.delete(number);
  }

  /** Run an action after what else is waiting to be done. */
  next(action) {
    this.turns.push(action);
    this.port.postMessage(0);
  }

  /** Run an action with the next frame, or without one where the view is hidden. */
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
