// The start of the agent in a document: the function that the program calls, and the channel back.
import { Agent } from "./agent.js";

/** Call a method for the program; return JSON: {"answer": ...} or {"error": "..."}. */
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
  globalThis.boilerscopeAgent.send({ kind: "ready" });
});
