// The config as far as this page may change it, through the “faderctl web” that shows the page. A daemon's own port does not offer it.

import { Signal, joined, single } from "../base/signal.js";
import { ask } from "../stream/api.js";
import { isPageKey } from "../store/scope.js";
import { events, status } from "../stream/live.js";

const REST = 1000;
// How often to check whether the file was changed elsewhere, while somebody maps, in ms.
const LOOK = 3000;

/** `state`: the answer to GET /config; null while that is not known, or if this page cannot map. */
export const config = { state: null };
/** Emitted when the state has changed. */
export const changed = new Signal();

let isMapping = false;

/** Loads the state of the file again. */
export const load = single(async () => {
  if (isPageKey()) return;
  let now = null;
  try {
    now = await ask("GET", "/config");
  } catch (error) {
    // If nobody answers now, somebody may answer later; an answer of the daemon itself never changes.
    if (!error.status) return;
  }
  if (JSON.stringify(now) === JSON.stringify(config.state)) return;
  // The ids of a file may be words that every object has, such as “constructor”.
  const surfaces = Object.values(now?.surfaces ?? {});
  for (const one of [now?.parameters, now?.groups, now?.pages, now?.lists, ...Object.values(now?.lists ?? {}), ...surfaces.flatMap(({ map, strips }) => [map, strips])]) if (one && !Array.isArray(one)) Object.setPrototypeOf(one, null);
  config.state = now;
  changed.emit();
});

const EDITS = { path: "/config/edits", body: {} };

/** Says what edits would change. `through` {path, body}: who makes other changes before them. Throws what `ask` throws. */
export const preview = (edits, { path, body } = EDITS) => ask("POST", path, { read: config.state.read, edits, dryRun: true, ...body });

/** Makes edits in the file that a preview was of, and in no newer one. */
export const edit = (edits, read, { path, body } = EDITS) => ask("POST", path, { read, edits, ...body });

/** What is deleted together with a parameter: {edits, controls, pages, snapshots}. */
export const removal = parameter => ask("POST", "/config/removal", { parameter });

/** Takes the last change of this page back. */
export async function undo() {
  const { read } = await ask("POST", "/config/undo", { read: config.state.read });
  // The next change may come before the rest is loaded.
  config.state.read = read;
  await load();
}

/** Sets whether somebody maps. While somebody does, the state is kept up to date. */
export function follow(isFollowing) {
  isMapping = isFollowing;
  if (isFollowing) load();
}

export function start() {
  const soon = joined(load, REST);
  // The config was loaded again, or the page was connected again, perhaps to another “faderctl web”.
  events.on(name => { if (name === "state" && (isMapping || !config.state)) soon(); });
  setInterval(() => { if (isMapping && !document.hidden && status.state === "live") soon(); }, LOOK);
}
