// Requests to the daemon.

import { token } from "./token.js";
import { withViewer } from "../base/address.js";

/** What the daemon refused, in its own sentence. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? `the server answered with ${status}`);
    this.status = status;
    this.problem = problem ?? {};
  }
}

/** Whether an error means that no daemon has heard of the request: then `faderctl web` answers in its place, or nobody. */
export const isUnheard = error => !error.status || error.problem?.type === "urn:faderd:unavailable";

/** The named session of this page: its edits, gestures and virtual fingers go with it. Null while there is none. */
export const session = { name: null };

export function headers(more = {}) {
  const own = token();
  return { ...(own ? { Authorization: `Bearer ${own}` } : {}), ...(session.name ? { "Fader-Session": session.name } : {}), ...more };
}

/** Sends a request; answers the decoded body. Throws a Refusal, or a TypeError where nobody answers. */
export async function ask(method, path, body, more = {}) {
  const answer = await fetch(path, {
    method, headers: headers(body === undefined ? {} : { "Content-Type": "application/json" }), credentials: "omit", cache: "no-store",
    body: body === undefined ? undefined : JSON.stringify(body), ...more,
  });
  const text = await answer.text();
  const decoded = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refusal(answer.status, decoded);
  return decoded;
}

/** The same, where texts of values are read or written. */
export const askViewed = (method, path, body) => ask(method, withViewer(path), body);

export const pathOf = id => `/v1/parameters/${encodeURIComponent(id)}`;
