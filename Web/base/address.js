// The query in the page's address: ?page=NAME&q=FILTER&at=PREFIX&decimals=N. It says what is shown, so that the address can be a bookmark.

import { Signal } from "./signal.js";

export const changed = new Signal();

const query = () => new URLSearchParams(location.search);

export const get = key => query().get(key) ?? "";

/** Whether the daemon is on this machine, where its commands can be typed. */
export const isHere = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** Changes one key without a new entry in the browser's history. */
export function put(key, value) {
  const now = query();
  if ((now.get(key) ?? "") === value) return;
  if (value) now.set(key, value); else now.delete(key);
  const text = now.toString();
  history.replaceState(null, "", location.pathname + (text ? `?${text}` : ""));
  changed.emit(key);
}

/** The query for how this page wants numbers written: with one minus sign everywhere. The browser sends the locale in Accept-Language. */
export function viewer() {
  const decimals = get("decimals");
  return /^(\d|1[0-5])$/.test(decimals) ? `minus=true&decimals=${decimals}` : "minus=true";
}

/** A path with the query of `viewer`. */
export function withViewer(path) {
  return `${path}${path.includes("?") ? "&" : "?"}${viewer()}`;
}
