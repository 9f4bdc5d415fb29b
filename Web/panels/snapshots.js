// The panel of snapshots: save, recall at once or over some seconds, compare, move up, rename, delete.

import { h, newID, refill } from "../base/dom.js";
import { Signal, joined } from "../base/signal.js";
import { events } from "../stream/live.js";
import { ask, askViewed } from "../stream/api.js";
import { moved, parameters } from "../store/parameters.js";
import { complain, tell } from "../layout/toast.js";
import { question } from "../layout/dialog.js";
import * as panel from "../layout/panel.js";
import { go, latest } from "./history.js";
import { spell } from "../base/number.js";
import { clock } from "./time.js";
import { say } from "../words/say.js";

const REST = 600;
// The most seconds that a recall may take.
const MOST = 600;
let list = [];
const changed = new Signal();
const pathOf = name => `/v1/snapshots/${encodeURIComponent(name)}`;
// Kept while the page is open, because somebody who recalls one snapshot over 3 s probably wants the same for the next.
// Empty: each snapshot is recalled as it was saved.
let seconds = "";
// The snapshots that are being compared, with the elements that show how.
const compared = new Map();
// The name that a snapshot is just getting.
let renamed = null;

async function load() {
  try {
    list = await ask("GET", "/v1/snapshots");
    changed.emit();
  } catch {
    // The next “state” event loads them again.
  }
}

/** Returns whether the work was done. */
async function act(work, sentence) {
  try {
    await work();
    tell(sentence);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** The seconds that a text gives, for example “3” or “1,5 s”; undefined for an empty text; null if it is not a number of seconds, or too many. */
function secondsOf(text) {
  const number = /^(\d+[.,]?\d*|[.,]\d+)?\s*(?:s\p{L}*\.?)?$/iu.exec(text.trim());
  if (!text.trim()) return undefined;
  const value = number?.[1] === undefined ? NaN : Number(number[1].replace(",", "."));
  return value <= MOST ? value : null;
}

/** Whether a snapshot can have this name; says so if not. In a URL “.” and “..” are not names. */
function isName(name) {
  const isGood = name !== "." && name !== "..";
  if (!isGood) tell(say("snapshots.not-a-name", { name }));
  return isGood;
}

/** Returns whether it is saved. */
async function save(name) {
  if (!isName(name)) return false;
  if (list.some(snapshot => snapshot.name === name) && !await question(say("snapshots.replace-question", { name }), say("snapshots.replace"))) return false;
  return act(() => ask("PUT", pathOf(name), {}), say("snapshots.saved", { name }));
}

/** The number of the newest entry; 0 if there is none. */
const newest = entries => entries.at(-1)?.number ?? 0;

/** The entry of a recall after the entry `number`; undefined if there is none. */
const recallAfter = (number, entries) => entries.find(entry => entry.number > number && entry.origin === "recall");

async function recall(name) {
  const over = secondsOf(seconds);
  if (over === null) return tell(say("snapshots.not-seconds", { text: seconds.trim(), most: MOST }));
  try {
    const before = newest(await latest());
    const { parameters: all, over: taken } = await askViewed("POST", `${pathOf(name)}/recall`, over === undefined ? {} : { over });
    const sentence = taken ? say("snapshots.recalling", { name, seconds: spell(taken) }) : say("snapshots.recalled", { name });
    // If no value changes, there is nothing to undo.
    const isUndoable = all.some(one => one.ownedBy === "recall") || recallAfter(before, await latest());
    tell(sentence, isUndoable ? { name: say("undo"), action: () => takeBack(before) } : null);
  } catch (error) {
    complain(error);
  }
}

/** Undoes the recall after the entry `before`, and nothing that others did since. */
async function takeBack(before) {
  const entries = await latest();
  const entry = recallAfter(before, entries);
  if (entry) go("undo", { entry: entry.number });
  // A glide that has changed nothing yet has no entry. An undo without a number stops it, if nothing else has changed.
  else if (newest(entries) === before) go("undo");
  else tell(say("snapshots.nothing-yet"));
}

/** Moves a snapshot before the one above it. */
function moveUp(name) {
  const above = list[list.findIndex(snapshot => snapshot.name === name) - 1];
  if (above) act(() => ask("POST", `${pathOf(name)}/move`, { before: above.name }), say("snapshots.moved-up", { name }));
}

async function rename(name) {
  const to = await question(say("snapshots.rename-question", { name }), say("snapshots.act.rename"), name);
  if (to && to !== name && isName(to)) {
    renamed = to;
    if (!await act(() => ask("POST", `${pathOf(name)}/rename`, { to }), say("snapshots.renamed", { name, to }))) renamed = null;
  }
}

async function remove(name) {
  if (await question(say("snapshots.delete-question", { name }), say("snapshots.act.delete"))) await act(() => ask("DELETE", pathOf(name)), say("snapshots.deleted", { name }));
}

/** Begins to compare a snapshot with the current values, or ends it. */
function toggleComparison(name) {
  if (!compared.delete(name)) {
    compared.set(name, h("div", { class: "differences" }));
    compare(name);
  }
  changed.emit();
}

async function compare(name) {
  try {
    const { entries } = await askViewed("GET", pathOf(name));
    const others = entries.filter(entry => !entry.isSame);
    compared.get(name)?.replaceChildren(others.length ? h("dl", {}, others.map(entry => [
      h("dt", {}, h("bdi", {}, parameters.get(entry.id)?.label ?? entry.id)),
      h("dd", { dir: "ltr" }, `${entry.now ?? say("snapshots.gone")} → ${entry.text ?? String(entry.value)}${entry.recallSafe ? `, ${say("snapshots.not-recalled")}` : ""}`)]).flat()) : h("p", {}, say("snapshots.same")));
  } catch (error) {
    complain(error);
  }
}

export const show = () => panel.toggle("snapshots", make);

function make() {
  const name = h("input", { type: "text", id: newID("name"), placeholder: say("snapshots.example"), maxlength: "64", autocomplete: "off" });
  const over = h("input", { type: "text", id: newID("over"), inputmode: "decimal", value: seconds, size: "4", placeholder: say("snapshots.own"), oninput: () => { seconds = over.value; } });
  const items = h("ul", { class: "snapshots" });
  const draw = () => {
    for (const old of compared.keys()) if (!list.some(snapshot => snapshot.name === old)) compared.delete(old);
    refill(items, list.length ? list.map(item) : [h("li", { class: "empty" }, say("snapshots.none"))], name);
    if (!list.some(snapshot => snapshot.name === renamed)) return;
    items.querySelector(`[data-key="${CSS.escape(`rename ${renamed}`)}"]`)?.focus({ preventScroll: true });
    renamed = null;
  };
  let timer = 0;
  const compareAll = () => { timer = 0; for (const one of compared.keys()) compare(one); };
  // Waits a little, because while a value moves every answer is outdated at once.
  const ends = [changed.on(draw), moved.on(() => { if (compared.size) timer ||= setTimeout(compareAll, REST); })];
  const closed = () => {
    clearTimeout(timer);
    compared.clear();
    for (const end of ends) end();
  };
  const form = h("form", { class: "line", onsubmit: event => { event.preventDefault(); if (name.value.trim()) save(name.value.trim()).then(isSaved => { if (isSaved) name.value = ""; }); } },
    h("label", { for: name.id }, say("snapshots.save-as")), name, h("button", {}, say("snapshots.save")));
  draw();
  return { title: say("snapshots.title"), closed, content: h("div", {}, form,
    h("div", { class: "line" }, h("label", { for: over.id }, say("snapshots.over")), over, h("span", {}, say("snapshots.seconds"))), items) };
}

function item(snapshot) {
  const called = (word, action, more) => {
    const text = say(`snapshots.act.${word}`);
    return h("button", { "data-key": `${word} ${snapshot.name}`, "aria-label": `${text} ${snapshot.name}`, onclick: action, ...more }, text);
  };
  return h("li", {},
    h("div", { class: "what" }, h("b", {}, h("bdi", {}, snapshot.name)), h("small", {}, [clock(snapshot.saved), say("snapshots.values", { count: snapshot.count }), snapshot.over && say("snapshots.fades", { seconds: spell(snapshot.over) })].filter(Boolean).join(" · "))),
    h("div", { class: "buttons" }, called("recall", () => recall(snapshot.name), { class: "main" }),
      called("compare", () => toggleComparison(snapshot.name), { "aria-expanded": String(compared.has(snapshot.name)) }), called("up", () => moveUp(snapshot.name), { disabled: list[0] === snapshot }), called("rename", () => rename(snapshot.name)), called("delete", () => remove(snapshot.name))),
    compared.get(snapshot.name));
}

export function start() {
  const soon = joined(load, REST);
  events.on((event, data) => {
    if (event === "state") soon();
    else if (event === "snapshots") {
      list = data;
      changed.emit();
      for (const name of compared.keys()) compare(name);
    }
  });
}
