// What a surface shows besides its controls: display, digits, colors of strips, its page, its bank and its selected strip, with buttons to change them.

import { h, set, write } from "../base/dom.js";
import { ask } from "../stream/api.js";
import { complain } from "../layout/toast.js";
import { say } from "../words/say.js";

const pathOf = (surface, what) => `/v1/surfaces/${encodeURIComponent(surface)}/${what}`;

async function send(surface, what, body) {
  try { await ask("POST", pathOf(surface, what), body); } catch (error) { complain(error); }
}

/** The page, the bank and the selected strip of a surface, as children of one element; none if it has none of them. */
export function makeViews(surface) {
  if (!surface.pages) return [];
  const { width } = surface;
  const last = Math.min(surface.bank + width - 1, surface.strips);
  const pages = surface.pages.length < 2 ? null : h("select", {
    "data-key": "page", "aria-label": say("surfaces.page", { name: surface.name }), onchange: event => send(surface.name, "page", { page: event.target.value }),
  }, surface.pages.map(page => h("option", { selected: page === surface.page }, page)));
  const step = (by, text, way, isOver) => h("button", {
    "data-key": way, "aria-label": say(`surfaces.bank-on.${way}`, { name: surface.name }), title: say(`surfaces.bank.${way}`), disabled: isOver, onclick: () => send(surface.name, "bank", { by }),
  }, text);
  const bank = surface.strips ? h("span", { class: "bank" },
    step(-width, "‹", "previous", surface.bank <= 1), h("span", {}, say("surfaces.strips", { first: surface.bank, last, all: surface.strips })),
    step(width, "›", "next", last >= surface.strips)) : null;
  const strips = surface.selectable?.length ? h("select", {
    "data-key": "selected", "aria-label": say("surfaces.selected", { name: surface.name }),
    onchange: event => send(surface.name, "select", event.target.value ? { selected: event.target.value } : {}),
  }, h("option", { value: "", selected: !surface.selected }, say("surfaces.unselected")),
  surface.selectable.map(word => h("option", { value: word, selected: word === surface.selected }, word))) : null;
  return [pages, bank, strips, surface.modifiers.length ? h("small", {}, say("surfaces.modifiers", { names: surface.modifiers.join(" + ") })) : null].filter(Boolean);
}

/** Returns {element, paint(panel)}; null for a surface without a display. columnOf(strip): the column of the controls of a strip. */
export function makeDisplay(surface, columnOf) {
  const panel = surface.panel;
  if (!panel || !(panel.displays.length || panel.timecode || panel.assignment)) return null;
  const lines = [panel.assignment, panel.timecode].map(text => text === undefined || text === null ? null : h("code", { class: "digits" }));
  const cells = panel.displays.map(display => display.rows.map(row => row.map(() => h("code", { class: "cell-text" }))));
  // A single cell is as wide as the display.
  cells.forEach((rows, number) => rows.forEach(row => row.forEach((cell, place) => {
    cell.style.gridColumn = row.length === 1 ? "1 / -1" : String(columnOf(panel.displays[number].strip + place));
  })));
  const element = h("div", { class: "display", role: "group", "aria-label": say("surfaces.display", { name: surface.name }), dir: "ltr" },
    h("div", { class: "numbers" }, lines),
    cells.flatMap(rows => rows.map(row => h("div", { class: "line" }, row))));
  const paint = ({ displays, colors, timecode, assignment }) => {
    [assignment, timecode].forEach((text, place) => { if (lines[place]) write(lines[place], text ?? ""); });
    displays.forEach((display, number) => display.rows.forEach((row, line) => row.forEach((text, place) => {
      const cell = cells[number]?.[line]?.[place];
      if (!cell) return;
      write(cell, text);
      set(cell, { "data-color": colors[display.strip - 1 + place] ?? null });
    })));
  };
  paint(panel);
  return { element, paint };
}
