// The peers that are not there: a console, a program, a broker. Until one is back, the parameters bound to it move nothing.

import { Signal } from "../base/signal.js";
import { changed as streamChanged, events } from "../stream/live.js";
import { parameters } from "./parameters.js";

let list = [];
let away = new Set();

/** Emitted when one has gone or come. */
export const changed = new Signal();

/** Those that are not there: [{name, kind, parameters}]. `name` is missing where the config has no word for it. */
export const silent = () => list;

/** Whether a parameter moves nothing. */
export const isAway = id => away.has(id);

/** What a parameter would move, and is not there: {name, kind}; undefined if it is there. */
export const awayOf = id => list.find(peer => peer.parameters.includes(id));

function take(now) {
  const before = away;
  list = now;
  away = new Set(now.flatMap(peer => peer.parameters));
  for (const id of before.symmetricDifference?.(away) ?? [...before, ...away]) parameters.get(id)?.changed.emit();
  changed.emit();
}

export function start() {
  events.on((name, data) => { if (name === "peers") take(data); });
  // The next stream begins with those that are away then, and the daemon may be another one.
  streamChanged.on(({ state }) => { if (state === "lost" && list.length) take([]); });
}
