// The start of the agent in a document: what the program calls, and the channel back to it.
import { Agent } from "./agent.js";

/** Do what the program asks; the answer is JSON: {"answer": ...} or {"error": "..."}. */
globalThis.boilerscopeAsk = (method, ...details) => {
  try {
    return JSON.stringify({ answer: globalThis.boilerscopeAgent[method](...details) ?? null });
  } catch (error) {
    return JSON.stringify({ error: `${method}: ${error.stack ?? error}` });
  }
};

// eslint-disable-next-line no-new -- Qt's library keeps it and calls when the channel is open
new QWebChannel(qt.webChannelTransport, (channel) => {
  globalThis.boilerscopeAgent = new Agent(channel.objects.boilerscope);
  globalThis.boilerscopeAgent.tell({ kind: "ready" });
});
