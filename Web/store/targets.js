// The targets of parameters, and their states.

import { Signal, single } from "../base/signal.js";
import { events } from "../stream/live.js";
import { ask } from "../stream/api.js";
import { parameters } from "./parameters.js";
import { isAway } from "./peers.js";
import { isPageKey } from "./scope.js";
import { say } from "../words/say.js";

// The targets of each parameter, by its id.
let targets = new Map();

/** Emitted when they have changed. */
export const changed = new Signal();

function take(list) {
  const before = targets;
  targets = new Map();
  for (const { parameter, target, peer, state, matched, differs, note, lastError } of list) {
    targets.set(parameter, [...(targets.get(parameter) ?? []), { target, peer, state, matched, differs, note, lastError }]);
  }
  for (const id of new Set([...before.keys(), ...targets.keys()])) {
    if (JSON.stringify(before.get(id)) !== JSON.stringify(targets.get(id))) parameters.get(id)?.changed.emit();
  }
  changed.emit();
}

const load = single(async () => {
  if (isPageKey()) return take([]);
  try {
    take((await ask("GET", "/v1/targets")).targets);
  } catch {
    // The stream notices when the daemon is gone. The next “state” event loads them again.
  }
});

/** How everything stands that shares a connection, by its word in the config: [{state, note}]. */
export const reportsOf = peer => [...targets.values()].flat().filter(one => one.peer === peer);

/**
 * What is unusual about the targets of a parameter: a list of {kind: "away", "failing" or "split", text}. What the line at the top already says
 * about a console or program is not repeated.
 */
export const troublesOf = id => (targets.get(id) ?? []).map(troubleOf).filter(one => one && !(one.kind === "away" && isAway(id)));

/** In words, that nothing is there that a parameter would move; null if something is. */
export function goneOf(id) {
  const all = targets.get(id) ?? [];
  return all.length && all.every(one => one.state === "absent") ? troubleOf(all[0]).text : null;
}

const withReason = (text, reason) => reason ? `${text} (${reason})` : text;

/** What is unusual about one target; null if nothing is. */
export function troubleOf({ target, state, matched, differs, note, lastError }) {
  if (state === "absent") return { kind: "away", text: withReason(say("target.away", { target }), note) };
  if (state === "failing") return { kind: "failing", text: withReason(say("target.failing", { target }), lastError) };
  if (differs && matched.length < 2 && note) return { kind: "split", text: `${target}: ${note}` };
  if (differs) return { kind: "split", text: withReason(say("target.split", { target }), matched.join(", ")) };
  return null;
}

export function start() {
  events.on((name, data) => {
    if (name === "state") load();
    else if (name === "targets") {
      // A list that is being loaded may be older than this event.
      if (load.isRunning()) load();
      take(data);
    }
  });
}
