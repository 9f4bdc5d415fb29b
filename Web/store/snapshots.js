// The snapshots in their order, and where `recall-next` is in it. Everything that is done with them is a request to the daemon.

import { Signal, joined } from "../base/signal.js";
import { events } from "../stream/live.js";
import { ask, askViewed } from "../stream/api.js";
import { isPageKey } from "./scope.js";

const REST = 600;
const NEXT = "/v1/recall-next";
const pathOf = name => `/v1/snapshots/${encodeURIComponent(name)}`;

/** `list`: [{name, saved, count, over}]. `place`: {current, previous, next}, the names, as far as there are any. */
export const snapshots = { list: [], place: {} };
/** Emitted when either has changed. */
export const changed = new Signal();

/** Whether there is a snapshot with this name. */
export const has = name => snapshots.list.some(snapshot => snapshot.name === name);

export const contents = name => askViewed("GET", pathOf(name));
export const save = name => ask("PUT", pathOf(name), {});
export const remove = name => ask("DELETE", pathOf(name));
export const rename = (name, to) => ask("POST", `${pathOf(name)}/rename`, { to });
export const fade = (name, over) => ask("POST", `${pathOf(name)}/fade`, { over });
/** Moves it before another one; without one, to the end. */
export const move = (name, before) => ask("POST", `${pathOf(name)}/move`, before === undefined ? {} : { before });
/** Recalls one; over as many seconds, or as it was saved if that is undefined. */
export const recall = (name, over) => askViewed("POST", `${pathOf(name)}/recall`, { over });
/** Recalls the next one (1) or the previous one (-1), by the daemon's own rule. */
export const recallNext = (by, over) => askViewed("POST", NEXT, { by, over });

function take(key, value) {
  if (JSON.stringify(snapshots[key]) === JSON.stringify(value)) return;
  snapshots[key] = value;
  changed.emit();
}

// If one of these fails, the next “state” event loads it again. The key of a page has no snapshots.
const load = async key => isPageKey() || ask("GET", key === "list" ? "/v1/snapshots" : NEXT).then(value => take(key, value), () => {});

/** Loads where `recall-next` is. A change by hand may move it, too, but that is worth no request while nobody looks. */
export const locate = joined(() => load("place"), REST);

export function start() {
  const soon = joined(() => load("list"), REST);
  events.on((event, data) => {
    if (event === "state") soon();
    else if (event === "snapshots") take("list", data);
  });
}
