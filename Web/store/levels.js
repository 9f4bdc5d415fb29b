// The levels of the sound at the targets of parameters. The daemon asks the targets for them only while a page shows them.

import { Signal } from "../base/signal.js";
import { events } from "../stream/live.js";

// id → decibels below full scale.
const levels = new Map();
/** Emitted with the ids whose levels have changed. */
export const changed = new Signal();

/** The level in decibels; −∞ for silence, and while nothing is known. */
export const levelOf = id => levels.get(id) ?? -Infinity;

export function start() {
  events.on((name, data) => {
    if (name === "levels") {
      for (const [id, level] of data) levels.set(id, level === "-inf" ? -Infinity : level);
      changed.emit(new Set(data.map(([id]) => id)));
    } else if (name === "state") {
      // A stream begins with the levels that there are.
      const before = new Set(levels.keys());
      levels.clear();
      changed.emit(before);
    }
  });
}
