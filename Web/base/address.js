// What the address of the page says: ?page=NAME&q=FILTER&at=PREFIX&decimals=N. It keeps what is shown, so that it can be a bookmark.

import { Signal } from "./signal.js";

export const changed = new Signal();

const query = () => new URLSearchParams(location.search);

export const get = key => query().get(key) ?? "";

/** Changes one key without a new entry in the browser's history. */
export function put(key, value) {
  const now = query();
  if ((now.get(key) ?? "") === value) return;
  if (value) now.set(key, value); else now.delete(key);
  const text = now.toString();
  history.replaceState(null, "", location.pathname + (text ? `?${text}` : ""));
  changed.emit(key);
}

/** How this page wants numbers written; the locale goes with Accept-Language. */
export function viewer() {
  const decimals = get("decimals");
  return /^(\d|1[0-5])$/.test(decimals) ? `decimals=${decimals}` : "";
}

/** A path with the viewer's wish. */
export function withViewer(path) {
  const wish = viewer();
  return wish ? `${path}${path.includes("?") ? "&" : "?"}${wish}` : path;
}
