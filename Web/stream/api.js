// Requests to the daemon.

import { Signal } from "../base/signal.js";
import { key } from "./key.js";
import { withViewer } from "../base/address.js";
import { say } from "../words/say.js";

/** A request that the daemon refused, with the daemon's own sentence as the message. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? say("answered-with", { status }));
    this.status = status;
    this.problem = problem ?? {};
  }
}

/** Nothing came back for too long. */
export class Unanswered extends Error {
  constructor() { super(say("unanswered")); }
}

/** Whether the daemon did not take the request: nobody answered, `faderctl web` answered without a daemon, or the daemon was at a limit. */
export const isUnheard = error => !error.status || ["unavailable", "too-many-connections"].some(kind => error.problem?.type === `urn:faderd:${kind}`);

/** Which changes this page may make: `allows(method, path, body)`; null for all. */
export const limit = { allows: null };

/** The named session of this page. The page's edits and gestures end with it. The name is null if there is none. */
export const session = { name: null, begun: new Signal() };

// A tab whose session has ended opens another when it is used. A change waits for it, at most this many ms.
const PATIENCE = 2000;
// How long an answer may take, in ms. That of a GET may be long, and the network slow.
const LONGEST = { GET: 30000, other: 10000 };
// A GET that nobody took is sent again after so many ms each: the daemon may have been at a limit for a moment, and no event says that it is not any more.
const AGAIN = [400, 1200, 3600];

/** Resolves when there is a session, or after that time. */
const hasSession = () => session.name ? null : new Promise(resolve => {
  const done = () => { clearTimeout(timer); end(); resolve(); };
  const timer = setTimeout(done, PATIENCE), end = session.begun.on(done);
});

export function headers(more = {}) {
  const own = key();
  return { "Fader-By": "web page", ...(own ? { Authorization: `Bearer ${own}` } : {}), ...(session.name ? { "Fader-Session": session.name } : {}), ...more };
}

/**
 * Sends a request; returns the decoded body. Throws a Refusal, or an Unanswered or a TypeError if nobody answers. `match`: the revision that the
 * parameter must still have for a change.
 */
export async function ask(method, path, body, match) {
  if (method !== "GET" && limit.allows && !limit.allows(method, path, body)) throw new Refusal(403, { detail: say("limited.refused") });
  for (const pause of method === "GET" ? AGAIN : []) {
    try {
      return await askInSession(method, path, body, match);
    } catch (error) {
      if (!isUnheard(error) || error instanceof Unanswered || error.name === "AbortError") throw error;
    }
    await new Promise(resolve => { setTimeout(resolve, pause); });
  }
  return askInSession(method, path, body, match);
}

/** If the session has ended, the daemon has done nothing, and the request is sent once more. */
async function askInSession(method, path, body, match) {
  for (let isAgain = false;; isAgain = true) {
    if (method !== "GET") await hasSession();
    const { name } = session;
    try {
      return await send(method, path, body, match);
    } catch (error) {
      if (isAgain || error.problem?.type !== "urn:faderd:unknown-session") throw error;
      if (session.name === name) session.name = null;
    }
  }
}

// The requests that are on their way.
const running = new Set();

/** Gives up all requests that are on their way, because the connection is lost: they must not be carried out, or sent again, after it is back. */
export function giveUp() {
  for (const control of running) control.abort();
}

async function send(method, path, body, match) {
  const control = new AbortController();
  running.add(control);
  const timer = setTimeout(() => control.abort(new Unanswered()), LONGEST[method] ?? LONGEST.other);
  try {
    const answer = await fetch(path, {
      method, headers: headers({ ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...(match === undefined ? {} : { "If-Match": `"${match}"` }) }), credentials: "omit", cache: "no-store",
      body: body === undefined ? undefined : JSON.stringify(body), signal: control.signal,
    });
    const decoded = decode(await answer.text());
    if (!answer.ok) throw new Refusal(answer.status, decoded);
    return decoded;
  } finally {
    clearTimeout(timer);
    running.delete(control);
  }
}

/** The JSON of an answer; null for anything else, such as the page of a proxy whose server is gone. */
function decode(text) {
  try { return JSON.parse(text); } catch { return null; }
}

/** The same with the viewer's query, for requests that read or write texts of values. */
export const askViewed = (method, path, body, match) => ask(method, withViewer(path), body, match);

export const pathOf = id => `/v1/parameters/${encodeURIComponent(id)}`;
