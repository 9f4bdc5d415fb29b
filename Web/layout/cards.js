// The middle of the page: a card for each group, a row for each parameter.

import { h } from "../base/dom.js";
import * as address from "../base/address.js";
import { parameters, reshaped } from "../store/parameters.js";
import { pages } from "../store/pages.js";
import { nothing, pathOf, shown } from "./groups.js";
import { widthOf } from "./labels.js";
import { gathered } from "../values/companions.js";
import * as view from "./view.js";
import { Row } from "../values/row.js";
import { explain } from "../panels/explain.js";
import { say } from "../words/say.js";

export const element = h("div", { class: "cards" });
const rows = new Map();
const PATIENCE = 300;
let waiting = 0;
// The present content of the page, as a text.
let look = "";
// Pixels of a column. A narrower one is only used alone, and has its sliders below their labels; see values.css.
const NARROWEST = { stage: 750, other: 500 };

function build() {
  // Moving a row would end its drag, close its field and swallow a click, so this waits until no row is in use.
  clearTimeout(waiting);
  element.hidden = view.current() !== "list";
  if (element.hidden) return clear();
  if (element.querySelector("[data-dragged], :active") || [...rows.values()].some(row => row.field.isBusy)) {
    replaceOutdated();
    waiting = setTimeout(build, PATIENCE);
    return;
  }
  const held = document.activeElement;
  const focused = held?.closest?.(".row")?.dataset.id;
  const groups = view.isMapping() ? shown().map(([group, list]) => [group, list.map(one => [one, []])]) : gathered(shown());
  // Measured before any row is moved: an empty page would be scrolled to its top.
  const count = columnCount(groups.length);
  const now = JSON.stringify([count, nothing(), groups.map(([group, list]) => [group, pathOf(group), list.map(([one, toggles]) => [one.id, ...toggles.map(({ id }) => id)])])]);
  // Rows that stay must not be taken out of the page, not even for a moment: that ends a key held down, and a touch that is not a drag yet.
  if (now === look && groups.every(([, list]) => list.every(([one, toggles]) => rows.get(one.id)?.shows(one, toggles)))) return;
  look = now;
  const before = new Map(rows);
  rows.clear();
  const cards = groups.map(([group, list]) => h("section", { class: "card", "aria-label": pathOf(group).join(" · ") || say("list.parameters") },
    group ? h("h2", {}, ...path(group)) : null,
    list.map(([parameter, toggles]) => {
      const old = before.get(parameter.id);
      const row = old?.shows(parameter, toggles) ? old : new Row().setUp(parameter, explain, toggles);
      rows.set(parameter.id, row);
      return row;
    })));
  for (const row of before.values()) if (rows.get(row.parameter.id) !== row) row.tearDown();
  if (!cards.length) cards.push(h("p", { class: "empty" }, nothing()));
  element.replaceChildren(...columns(cards, count));
  if (focused) (element.contains(held) ? held : rows.get(focused)?.querySelector("[role=slider], [role=switch], :checked, select, button.value"))?.focus({ preventScroll: true });
}

/** Removes everything, because another view is shown. */
function clear() {
  for (const row of rows.values()) row.tearDown();
  rows.clear();
  look = "";
  element.replaceChildren();
}

/** Replaces the rows whose parameter is drawn differently from now on, in their places, except those in use. */
function replaceOutdated() {
  for (const [id, old] of rows) {
    const parameter = parameters.get(id);
    const toggles = old.toggles.map(one => parameters.get(one.id)).filter(Boolean);
    if (!parameter || old.shows(parameter, toggles) || old.field.isBusy || old.matches(":active, :focus-within, :has([data-dragged])")) continue;
    const row = new Row().setUp(parameter, explain, toggles);
    old.replaceWith(row);
    old.tearDown();
    rows.set(id, row);
  }
}

const columnCount = cards => Math.max(1, Math.min(cards, Math.floor(element.clientWidth / (NARROWEST[document.documentElement.dataset.theme] ?? NARROWEST.other))));

/** Puts each card into the shortest column. Counts rows instead of measuring them, so that nothing jumps when a message appears. */
function columns(cards, count) {
  const all = Array.from({ length: count }, () => ({ height: 0, cards: [] }));
  for (const card of cards) {
    const column = all.reduce((best, one) => one.height < best.height ? one : best);
    column.height += 1 + card.querySelectorAll(".row").length + card.querySelectorAll(".row.color").length;
    column.cards.push(card);
  }
  element.dataset.columns = String(count);
  return all.map(({ cards }) => {
    const column = h("div", { class: "column" }, cards);
    column.style.setProperty("--label", `${widthOf(cards.flatMap(card => [...card.querySelectorAll(".name")].map(name => name.textContent))).toFixed(2)}em`);
    return column;
  });
}

const path = group => pathOf(group).flatMap((label, index) => [index ? h("span", { class: "dot", "aria-hidden": "true" }, " · ") : null, h("bdi", {}, label)]);

export function start() {
  reshaped.on(build);
  pages.changed.on(build);
  address.changed.on(build);
  view.changed.on(build);
  new MutationObserver(build).observe(document.documentElement, { attributeFilter: ["data-mapping"] });
  new ResizeObserver(() => {
    if (String(columnCount(element.querySelectorAll(".card").length)) !== element.dataset.columns) build();
  }).observe(element);
}
