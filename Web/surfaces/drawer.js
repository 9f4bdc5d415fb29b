// The panel that shows the surfaces: faders, rings, buttons with their lamps, and which controls a hand is on. The virtual surface can be
// played.

import { h } from "../base/dom.js";
import * as panel from "../layout/panel.js";
import { reshaped, surfaces, touched } from "../store/surfaces.js";
import { moved } from "../store/parameters.js";
import { ask } from "../stream/api.js";
import { changed as connectionChanged } from "../stream/live.js";
import { makeControl } from "./control.js";
import { makeDisplay, makeViews } from "./front.js";

const VIRTUAL = "faderd virtual";
// A display shows a changed value at once, and its other content again a second later. So it is read after both of these times, in ms.
const SOON = 150;
const LATER = 1200;

export const show = () => panel.toggle("surfaces", make);

function make() {
  const content = h("div", { class: "desks" });
  let controls = [];
  let displays = new Map();
  const draw = () => {
    for (const control of controls) control.end?.();
    controls = [];
    displays = new Map();
    content.replaceChildren(...(surfaces.list.length ? surfaces.list.map(surface => desk(surface, controls, displays)) : [h("p", {}, "The config has no surfaces.")]));
    for (const control of controls) control.paint();
  };
  const readDisplays = async () => {
    try {
      for (const { name, panel: shown } of await ask("GET", "/v1/surfaces")) if (shown) displays.get(name)?.paint(shown);
    } catch {
      // The stream notices when the daemon is gone. When it is back, everything is drawn again.
    }
  };
  const timers = {};
  const readIn = delay => { timers[delay] ??= setTimeout(() => { delete timers[delay]; readDisplays(); }, delay); };
  const ends = [reshaped.on(draw), touched.on(({ surface, control }) => {
    for (const one of controls) if (one.surface === surface && one.control.id === control) one.paint();
  }), moved.on(all => {
    const ids = new Set(all.map(parameter => parameter.id));
    for (const one of controls) if (ids.has(one.control.parameter)) one.request();
    if (displays.size) [SOON, LATER].forEach(readIn);
  }), connectionChanged.on(({ state }) => {
    if (state !== "live") for (const one of controls) one.lift?.();
  }), () => Object.values(timers).forEach(clearTimeout)];
  draw();
  return { title: "Surfaces", content, closed: () => { for (const end of ends) end(); for (const control of controls) control.end?.(); } };
}

/** In words: where the device of a surface is, or what it waits for. */
function whereabouts(surface) {
  if (surface.state === "connected") return surface.client;
  return surface.refused ? "waits until the errors in its profile are corrected" : `waiting for ${surface.match}`;
}

function desk(surface, made, displays) {
  const grid = h("div", { class: "grid", dir: "ltr" });
  // Empty rows and columns take no room.
  const all = surface.controls ?? [];
  const ranks = key => [...new Set(all.map(control => control.place[key]))].sort((a, b) => a - b);
  const [rows, columns] = [ranks("row"), ranks("column")];
  const cells = new Map();
  for (const control of all) {
    const place = `${rows.indexOf(control.place.row) + 1} / ${columns.indexOf(control.place.column) + 1}`;
    if (!cells.has(place)) {
      const cell = h("div", { class: "cell" });
      cell.style.gridArea = place;
      cells.set(place, cell);
      grid.append(cell);
    }
    const one = makeControl(surface, control, surface.client === VIRTUAL);
    made.push(one);
    cells.get(place).append(one.element);
  }
  const display = makeDisplay(surface);
  if (display) displays.set(surface.name, display);
  return h("section", { class: "desk", "aria-label": `Surface ${surface.name}` },
    h("h3", {}, h("bdi", {}, surface.name), h("small", { class: surface.state }, whereabouts(surface))),
    makeViews(surface),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Controls of ${surface.name}` }, display?.element, grid));
}
