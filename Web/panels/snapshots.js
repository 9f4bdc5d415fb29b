// The panel of snapshots: an ordered list for a show. Save, recall at once or over some seconds, fade, compare, move, rename, delete.

import { h, icon, newID, refill } from "../base/dom.js";
import { joined } from "../base/signal.js";
import { spell } from "../base/number.js";
import { events } from "../stream/live.js";
import { moved } from "../store/parameters.js";
import * as store from "../store/snapshots.js";
import { snapshots } from "../store/snapshots.js";
import { complain, tell } from "../layout/toast.js";
import { question } from "../layout/dialog.js";
import { draggable } from "../values/drag.js";
import * as panel from "../layout/panel.js";
import { makeComparison } from "./compare.js";
import { recalling, secondsOf } from "./recalls.js";
import { makeShow } from "./show.js";
import { clock } from "./time.js";
import { say } from "../words/say.js";

const REST = 600;
const ARROWS = { up: "↑", down: "↓" };
// What may move the place of `recall-next`.
const MOVING = ["state", "recalled", "history", "snapshots"];
// Kept while the page is open, because somebody who recalls one snapshot over 3 s probably wants the same for the next.
// Empty: each snapshot is recalled as it was saved.
let seconds = "";
// The snapshots that are being compared, with the elements that show how.
const compared = new Map();
// The new name of the snapshot that is being renamed.
let renamed = null;
// The list as it is drawn while a row of it is dragged: until the row is let go, no news moves what is under the finger. Else null.
let held = null;

/** Returns whether the work was done. `sentence`: what to say then, or a function that makes it from the answer. */
async function act(work, sentence) {
  try {
    const answer = await work();
    tell(typeof sentence === "function" ? sentence(answer) : sentence);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
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
  if (store.has(name) && !await question(say("snapshots.replace-question", { name }), say("snapshots.replace"))) return false;
  return act(() => store.save(name), ({ notHeard }) => [
    say("snapshots.saved", { name }), notHeard && say("snapshots.not-heard", { count: String(notHeard) }),
  ].filter(Boolean).join("; "));
}

function recall(name) {
  const over = secondsOf(seconds);
  if (over !== null) recalling(() => store.recall(name, over));
}

/** Gives a snapshot the fade in a field, which shows the old one again if that fails. */
async function fade(snapshot, field) {
  const { name } = snapshot;
  const over = secondsOf(field.value) ?? (field.value.trim() ? null : 0);
  const sentence = over ? say("snapshots.faded", { name, seconds: spell(over) }) : say("snapshots.no-fade", { name });
  if (over === null || !await act(() => store.fade(name, over), sentence)) field.value = fadeOf(snapshot);
}

const fadeOf = ({ over }) => over ? spell(over) : "";

const placeOf = (name, list) => list.findIndex(snapshot => snapshot.name === name);

/** Moves a snapshot before the one at a place of a list, or to the end. */
function put(name, place, list) {
  const isUp = place < placeOf(name, list);
  act(() => store.move(name, list[place]?.name), isUp ? say("snapshots.moved-up", { name }) : say("snapshots.moved-down", { name }));
}

/** Moves a snapshot before the one above it, or behind the one below it. */
const move = (name, by) => put(name, placeOf(name, snapshots.list) + (by < 0 ? -1 : 2), snapshots.list);

/** The handle for dragging a snapshot. Keyboards use the arrows. */
function grip(name) {
  const element = h("span", { class: "grip", title: say("snapshots.drag"), "aria-hidden": "true" }, icon("grip"));
  let place = 0;
  const mark = y => {
    const rows = [...(element.closest("ol")?.children ?? [])];
    const found = rows.findIndex(row => { const box = row.getBoundingClientRect(); return y < box.top + box.height / 2; });
    place = found < 0 ? rows.length : found;
    rows.forEach((row, at) => { row.classList.toggle("above", at === place); row.classList.toggle("below", at === place - 1); });
    rows[Math.min(place, rows.length - 1)]?.scrollIntoView({ block: "nearest" });
  };
  const begin = () => { held = snapshots.list; return true; };
  const cancel = () => {
    for (const row of element.closest("ol")?.children ?? []) row.classList.remove("above", "below");
    held = null;
    store.changed.emit();
  };
  const end = event => {
    // Not if the page was locked, or the panel closed, meanwhile.
    if (event && held && element.isConnected) {
      mark(event.clientY);
      const now = placeOf(name, held);
      if (place !== now && place !== now + 1) put(name, place, held);
    }
    cancel();
  };
  draggable(element, { isUpright: true, travel: () => 1, begin, move: (_, event) => mark(event.clientY), end, cancel });
  return element;
}

async function rename(name) {
  const to = await question(say("snapshots.rename-question", { name }), say("snapshots.act.rename"), name);
  if (to && to !== name && isName(to)) {
    renamed = to;
    if (!await act(() => store.rename(name, to), say("snapshots.renamed", { name, to }))) renamed = null;
  }
}

async function remove(name) {
  if (await question(say("snapshots.delete-question", { name }), say("snapshots.act.delete"))) {
    await act(() => store.remove(name), say("snapshots.deleted", { name }));
  }
}

/** Begins to compare a snapshot, or ends it. */
function toggleComparison(name) {
  if (!compared.delete(name)) {
    const one = makeComparison(name);
    compared.set(name, one);
    one.load();
  }
  store.changed.emit();
}

export const show = () => panel.toggle("snapshots", make);

function make() {
  const name = h("input", { type: "text", id: newID("name"), placeholder: say("snapshots.example"), maxlength: "64", autocomplete: "off" });
  const over = h("input", { type: "text", id: newID("over"), inputmode: "decimal", value: seconds, size: "4", placeholder: say("snapshots.own"), oninput: () => { seconds = over.value; } });
  const items = h("ol", { class: "snapshots" });
  const show = makeShow(() => secondsOf(seconds));
  const made = new Map();
  // A button that is replaced while it is pressed does nothing, so changes are drawn when the finger is lifted.
  let isPressed = false;
  const draw = () => {
    if (held || isPressed) return;
    for (const old of compared.keys()) if (!store.has(old)) compared.delete(old);
    refill(items, snapshots.list.length ? snapshots.list.map((snapshot, place) => keptItem(made, snapshot, place)) : [h("li", { class: "empty" }, say("snapshots.none"))], name);
    if (!store.has(renamed)) return;
    items.querySelector(`[data-key="${CSS.escape(`rename ${renamed}`)}"]`)?.focus({ preventScroll: true });
    renamed = null;
  };
  // Waits a little, because while a value moves every answer is outdated at once.
  const compareAll = joined(() => { for (const one of compared.values()) one.load(); }, REST);
  const ends = [
    store.changed.on(() => { draw(); compareAll(); }), moved.on(() => { if (compared.size) compareAll(); }), show.end,
    events.on(event => { if (MOVING.includes(event)) store.locate(); }),
  ];
  const released = () => {
    if (!isPressed) return;
    isPressed = false;
    // The click comes after this.
    setTimeout(draw);
  };
  items.addEventListener("pointerdown", () => { isPressed = true; });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, released, true);
  ends.push(() => { for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, released, true); });
  const closed = () => {
    held = null;
    compared.clear();
    for (const end of ends) end();
  };
  const form = h("form", { class: "line", onsubmit: event => { event.preventDefault(); if (name.value.trim()) save(name.value.trim()).then(isSaved => { if (isSaved) name.value = ""; }); } },
    h("label", { for: name.id }, say("snapshots.save-as")), name, h("button", {}, say("snapshots.save")));
  draw();
  store.locate();
  return { title: say("snapshots.title"), closed, content: h("div", {}, show.element, form,
    h("div", { class: "line" }, h("label", { for: over.id }, say("snapshots.over")), over, h("span", {}, say("snapshots.seconds"))), items) };
}

/** The item of a snapshot; the one from before while it shows the same, so that nothing typed in it is lost. */
function keptItem(made, snapshot, place) {
  const isLast = place === snapshots.list.length - 1;
  const key = JSON.stringify([snapshot, place, isLast, snapshots.place.current === snapshot.name, compared.has(snapshot.name)]);
  const old = made.get(snapshot.name);
  if (old?.key === key) return old.element;
  const element = item(snapshot, place, isLast);
  made.set(snapshot.name, { key, element });
  return element;
}

function item(snapshot, place, isLast) {
  const { name, saved, count } = snapshot;
  const called = (word, action, more) => {
    const text = say(`snapshots.act.${word}`);
    return h("button", { "data-key": `${word} ${name}`, "aria-label": `${text} ${name}`, title: ARROWS[word] && text, onclick: action, ...more }, ARROWS[word] ?? text);
  };
  const isCurrent = snapshots.place.current === name;
  const field = h("input", {
    type: "text", "data-key": `fade ${name}`, inputmode: "decimal", size: "3", value: fadeOf(snapshot), "aria-label": say("snapshots.fade-of", { name }),
    onchange: () => fade(snapshot, field),
  });
  return h("li", { class: isCurrent ? "current" : null }, grip(name),
    h("button", { class: "recall", "data-key": `recall ${name}`, "aria-label": `${say("snapshots.act.recall")} ${name}`, "aria-current": isCurrent ? "true" : null, onclick: () => recall(name) },
      h("span", { class: "number" }, String(place + 1)), h("bdi", { class: "which" }, name), isCurrent ? h("span", { class: "mark" }, say("snapshots.current")) : null),
    h("div", { class: "what" }, h("small", {}, [clock(saved), say("snapshots.values", { count })].join(" · ")),
      h("label", { class: "fade" }, h("span", {}, say("snapshots.fade")), field, h("span", {}, "s"))),
    h("div", { class: "buttons" },
      called("compare", () => toggleComparison(name), { "aria-expanded": String(compared.has(name)) }), called("up", () => move(name, -1), { disabled: !place }),
      called("down", () => move(name, 1), { disabled: isLast }), called("rename", () => rename(name)), called("delete", () => remove(name))),
    compared.get(name)?.element);
}

export const start = store.start;
