// Requests to the daemon.

import { Signal } from "../base/signal.js";
import { token } from "./token.js";
import { withViewer } from "../base/address.js";

/** A request that the daemon refused, with the daemon's own sentence as the message. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? `the server answered with ${status}`);
    this.status = status;
    this.problem = problem ?? {};
  }
}

/** Whether the daemon did not take the request: nobody answered, `faderctl web` answered without a daemon, or the daemon was at a limit. */
export const isUnheard = error => !error.status || error.problem?.type === "urn:faderd:unavailable";

/** The named session of this page. The page's edits, gestures and virtual fingers end with it. The name is null if there is none. */
export const session = { name: null, begun: new Signal() };

// A tab whose session has ended opens another when it is used. A change waits for it, at most this many ms.
const PATIENCE = 2000;

/** Resolves when there is a session, or after that time. */
const hasSession = () => session.name ? null : new Promise(resolve => {
  const done = () => { clearTimeout(timer); end(); resolve(); };
  const timer = setTimeout(done, PATIENCE), end = session.begun.on(done);
});

export function headers(more = {}) {
  const own = token();
  return { ...(own ? { Authorization: `Bearer ${own}` } : {}), ...(session.name ? { "Fader-Session": session.name } : {}), ...more };
}

/**
 * Sends a request; returns the decoded body. Throws a Refusal, or a TypeError if nobody answers. If the session has ended, the daemon has
 * done nothing, and the request is sent once more.
 */
export async function ask(method, path, body) {
  for (let isAgain = false;; isAgain = true) {
    if (method !== "GET") await hasSession();
    const { name } = session;
    try {
      return await send(method, path, body);
    } catch (error) {
      if (isAgain || error.problem?.type !== "urn:faderd:unknown-session") throw error;
      if (session.name === name) session.name = null;
    }
  }
}

async function send(method, path, body) {
  const answer = await fetch(path, {
    method, headers: headers(body === undefined ? {} : { "Content-Type": "application/json" }), credentials: "omit", cache: "no-store",
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const decoded = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refusal(answer.status, decoded);
  return decoded;
}

/** The same with the viewer's query, for requests that read or write texts of values. */
export const askViewed = (method, path, body) => ask(method, withViewer(path), body);

export const pathOf = id => `/v1/parameters/${encodeURIComponent(id)}`;
