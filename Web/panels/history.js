// Undo, redo, and the panel that lists the changes.

import { clipped, h, refill, set } from "../base/dom.js";
import { Signal } from "../base/signal.js";
import { events } from "../stream/live.js";
import { askViewed } from "../stream/api.js";
import { isPageKey } from "../store/scope.js";
import { moved, parameters } from "../store/parameters.js";
import { complain, tell } from "../layout/toast.js";
import * as panel from "../layout/panel.js";
import { say } from "../words/say.js";
import { clock } from "./time.js";

const REST = 400;
const SHOWN = 200;
// A text with at most so many letters is not broken: a number and its unit.
const UNBROKEN = 20;

/** What undo and redo would do next: an entry, or null. */
export const next = { undo: null, redo: null };
export const changed = new Signal();
let entries = [];
let timer = 0;
let resting = 0;
let loading = Promise.resolve();

/** Loads the history. One load runs after another, so that no older answer replaces a newer one. */
function load() {
  clearTimeout(timer);
  clearTimeout(resting);
  timer = resting = 0;
  return loading = loading.then(read);
}

/** Loads the history; returns its entries, oldest first. */
export async function latest() {
  await load();
  return entries;
}

// The key of a page undoes the last change that was made with it. The daemon alone knows which that is.
const OWN = { changes: [] };

async function read() {
  if (isPageKey()) {
    next.undo = OWN;
    return changed.emit();
  }
  const meanwhile = [];
  const end = moved.on(all => meanwhile.push(...all));
  try {
    entries = await askViewed("GET", "/v1/history");
  } catch {
    return;
  } finally {
    end();
  }
  next.undo = newestOfDesk();
  // Redo begins with what was undone last.
  next.redo = entries.reduce((last, entry) => (entry.undo ?? 0) > (last?.undo ?? 0) ? entry : last, null);
  changed.emit();
  follow(meanwhile);
}

/** The newest entry from which an undo without a number would take something back. Such an undo leaves changes with the key of a page as they are. */
function newestOfDesk() {
  const left = new Set();
  return entries.findLast(entry => {
    const standing = entry.changes.filter(change => !change.undone);
    if (entry.key) for (const { id } of standing) left.add(id);
    return !entry.key && entry.origin !== "undo" && standing.some(({ id }) => !left.has(id));
  }) ?? null;
}

/** No event says that an entry grows, as it does during a drag. So the history is loaded again when the moving values have come to rest. */
function follow(all) {
  const texts = new Map(all.map(({ id, text }) => [id, text]));
  if (!entries.at(-1)?.changes.some(change => texts.has(change.id) && texts.get(change.id) !== change.after)) return;
  clearTimeout(resting);
  resting = setTimeout(load, REST);
}

const labelOf = id => parameters.get(id)?.label ?? id;

/** An entry in a few words, for example “Master −6.0 dB → −3.0 dB”. */
export function name(entry) {
  if (entry === OWN) return say("page.own");
  const [first, ...others] = entry.changes;
  const change = `${labelOf(first.id)} ${brief(first.before)} → ${brief(first.after)}`;
  return others.length ? say("history.and-more", { change, count: others.length }) : change;
}

/** Whether all changes of an entry are undone. */
const isWhollyUndone = entry => entry.changes.every(change => change.undone);

/** The number of the next entry before `number` that is not undone; 0 if there is none. There are gaps in the numbers. */
const before = number => entries.findLast(entry => entry.number < number && !isWhollyUndone(entry))?.number ?? 0;

const brief = text => clipped(text) || say("empty");

/** A text before or after a change, as it is shown. */
function shown(text) {
  const short = clipped(text);
  const look = text ? short.length <= UNBROKEN ? "unbroken" : null : "none";
  return h("span", { class: look, title: short === text ? null : text }, short || say("empty"));
}

/**
 * Undoes or redoes the next entry, the entry `wish.entry`, or all up to `wish.to`; undoes all from `wish.from`. A toast says what was done.
 * After the next entry, or `entry`, it has a button that reverses it.
 */
export async function go(way, wish = {}, entry = null) {
  const isNext = !Object.keys(wish).length;
  await (timer || resting ? load() : loading);
  const body = isPageKey() ? undefined : wish.from ? { to: before(wish.from) } : wish;
  const about = entry ?? (isNext && !isPageKey() ? next[way] : null);
  try {
    const { parameters: restored, skipped } = await askViewed("POST", `/v1/${way}`, body);
    const what = about ? name(about) : restored.slice(0, 3).map(one => `${one.label} ${one.text}`).join(", ");
    const other = way === "undo" ? "redo" : "undo";
    tell([say(`history.${way}-done`, { what }), ...skipped].join("; "), about ? { name: say(other), action: () => go(other, { entry: about.number }, about) } : null);
  } catch (error) {
    complain(error);
  }
}

export const show = () => panel.toggle("history", make);

function make() {
  const list = h("ol", { class: "events history", reversed: true });
  const draw = () => refill(list, [...entries].reverse().slice(0, SHOWN).map(item));
  const end = changed.on(draw);
  draw();
  return { title: say("history.title"), content: h("div", {}, h("p", { class: "hint" }, say("history.hint")), list), closed: end };
}

function item(entry) {
  const isUndone = isWhollyUndone(entry);
  const way = isUndone ? "redo" : "undo";
  const about = name(entry);
  const one = h("button", { "data-key": entry.number, onclick: () => go(way, { entry: entry.number }) }, say(way));
  const all = h("button", { "data-key": `${entry.number} all`, onclick: () => go(way, isUndone ? { to: entry.number } : { from: entry.number }) },
    say(`history.${way}-all`));
  set(one, { "aria-label": say(`history.${way}-entry`, { number: entry.number, about }) });
  set(all, { "aria-label": say(`history.${way}-all-entry`, { about }) });
  return h("li", { class: isUndone ? "undone" : null },
    h("time", { datetime: entry.time }, clock(entry.time)),
    h("div", { class: "changes" }, entry.changes.slice(0, 6).map(change => h("div", {}, h("b", {}, h("bdi", {}, labelOf(change.id))),
      h("span", { dir: "ltr" }, " ", shown(change.before), " → ", shown(change.after)))),
      entry.changes.length > 6 ? h("div", {}, say("history.more", { count: entry.changes.length - 6 })) : null,
      h("small", {}, [isUndone && say("history.undone"), say(entry.key ? "history.by-key" : "by", { who: entry.by ?? entry.origin })].filter(Boolean).join(" · "))), h("div", { class: "ways" }, one, all));
}

export function start() {
  events.on(event => {
    // Waits a little, because a drag would load it many times a second.
    if (event === "state" || event === "history") timer ||= setTimeout(load, event === "state" ? 0 : REST);
  });
  moved.on(follow);
}
