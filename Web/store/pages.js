// The user's own pages, from `web: pages:` in the config.

import { Signal, joined } from "../base/signal.js";
import { events } from "../stream/live.js";
import { ask } from "../stream/api.js";

const REST = 1000;
let list = [];

export const pages = {
  changed: new Signal(),
  /** The names, in the order of the config. */
  get names() { return list.map(page => page.name); },
  /** The patterns of a page; null if there is no such page, and everything is shown. */
  of: name => list.find(page => page.name === name)?.show ?? null,
};

async function load() {
  const now = await ask("GET", "/v1/pages").catch(() => list);
  if (JSON.stringify(now) === JSON.stringify(list)) return;
  list = now;
  pages.changed.emit();
}

export function start() {
  // A reload of the config may change the pages. The daemon then sends the state again, as after each declaration.
  const soon = joined(load, REST);
  events.on(name => { if (name === "state") soon(); });
}
