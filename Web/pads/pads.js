// The pads: a grid of big buttons, as large as the screen allows, for fingers that do not look.

import { h } from "../base/dom.js";
import * as address from "../base/address.js";
import { nothing, shown } from "../layout/groups.js";
import * as view from "../layout/view.js";
import { reshaped } from "../store/parameters.js";
import { pages } from "../store/pages.js";
import { say } from "../words/say.js";
import { howOf, makePad } from "./pad.js";

const PATIENCE = 300;
// Pixels of the least side of a button, and between two. In the stage theme, half as much again.
const LEAST = 90;
const GAP = 8;
// A button as wide as this many times its height looks like one that is twice as high as wide.
const LONG = 1.5;

/** The part that can be changed, inside the part that scrolls. */
export const content = h("div", { class: "grid-of-pads", role: "group", "aria-label": say("pads.pads") });
export const element = h("div", { class: "pads", hidden: true }, content);

let pads = [];
let waiting = 0;

function build() {
  clearTimeout(waiting);
  element.hidden = view.current() !== "pads";
  const wanted = element.hidden ? [] : shown().flatMap(([, list]) => list);
  // Replacing a button while it is pressed would swallow the press.
  if (!element.hidden && pads.some(pad => pad.isBusy())) {
    waiting = setTimeout(build, PATIENCE);
    return;
  }
  // What the config says of a button may be new while its parameter is the same.
  const isSame = pad => pad.how === howOf(pad.parameter);
  if (wanted.length && wanted.length === pads.length && wanted.every((one, place) => pads[place].parameter === one && isSame(pads[place]))) return;
  const before = new Map(pads.filter(isSame).map(pad => [pad.parameter, pad]));
  for (const pad of pads) if (!isSame(pad)) pad.end();
  pads = wanted.map(one => before.get(one) ?? makePad(one));
  const kept = new Set(pads);
  for (const pad of before.values()) if (!kept.has(pad)) pad.end();
  content.replaceChildren(...(pads.length || element.hidden ? pads.map(pad => pad.element) : [h("p", { class: "empty" }, nothing())]));
  measure();
}

/** Chooses the number of columns with which the buttons are largest, and all are visible if each can be as large as a finger needs. */
function measure() {
  if (element.hidden || !pads.length) return;
  const least = LEAST * (document.documentElement.dataset.theme === "stage" ? 1.5 : 1) + GAP;
  const [width, height] = [content.clientWidth + GAP, element.clientHeight - 2 * GAP];
  const most = Math.max(1, Math.floor(width / least));
  // A row has the room of two buttons, where there is room for two.
  const rowsOf = columns => Math.ceil(pads.reduce((sum, { count }) => sum + Math.min(count, Math.max(count > 2 ? count : 1, columns)), 0) / columns);
  const side = columns => Math.min(width / columns / LONG, height / rowsOf(columns));
  const all = Array.from({ length: most }, (_, place) => place + 1);
  const best = all.reduce((best, columns) => side(columns) > side(best) ? columns : best);
  const columns = height / rowsOf(best) >= least ? best : most;
  content.style.setProperty("--columns", String(columns));
  content.style.setProperty("--pad", `${Math.max(least, height / rowsOf(columns)) - GAP}px`);
  content.toggleAttribute("data-single", columns === 1);
}

export function start() {
  for (const signal of [reshaped, pages.changed, address.changed, view.changed]) signal.on(build);
  new ResizeObserver(measure).observe(element);
  new MutationObserver(measure).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  build();
}
