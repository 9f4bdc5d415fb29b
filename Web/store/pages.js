// The user's own pages, from `web: pages:` in the config, and which of their parameters belong together in a mixer.

import { Signal, joined } from "../base/signal.js";
import { events } from "../stream/live.js";
import { ask } from "../stream/api.js";

const REST = 1000;
let list = [];
let isLoaded = false;
// word → label, of the lists of the config.
let labels = new Map();
let wantsEverything = false;

const named = name => list.find(page => page.name === name);

export const pages = {
  changed: new Signal(),
  /** The names, in the order of the config. */
  get names() { return list.map(page => page.name).filter(Boolean); },
  /** The patterns of a page; null if there is no such page, and everything is shown. */
  of: name => (name && named(name)?.show) || null,
  /** How a page is shown, "mixer" or "list"; null while that is not known. */
  viewOf: name => name ? named(name)?.view ?? (isLoaded ? "list" : null) : "list",
  /** What a button of a page does while it is down, if the config says so: {action, value}; else undefined. */
  buttonOf: (name, id) => (name && named(name)?.buttons?.[id]) || undefined,
  /** The label of a word of a list; undefined if it is none, or while that is not known. */
  labelOf: word => labels.get(word),
  /** The mixer strips of a page, or of everything: [{label, ids}]; null while they are not known. */
  strips(name) {
    const page = named(name) ?? named("");
    if (page) return page.strips;
    if (!wantsEverything && isLoaded) {
      wantsEverything = true;
      soon();
    }
    return null;
  },
};

async function load() {
  const now = await ask("GET", wantsEverything ? "/v1/pages?everything" : "/v1/pages").catch(() => list);
  if (isLoaded && JSON.stringify(now) === JSON.stringify(list)) return;
  isLoaded = true;
  list = now;
  labels = new Map(now.flatMap(page => page.strips).filter(strip => strip.word).map(strip => [strip.word, strip.label]));
  pages.changed.emit();
}

const soon = joined(load, REST);

export function start() {
  // A reload of the config may change the pages. The daemon then sends the state again, as after each declaration.
  events.on(name => { if (name === "state") soon(); });
}
