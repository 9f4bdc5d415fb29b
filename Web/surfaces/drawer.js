// The panel that shows the surfaces: faders, rings, buttons with their lamps, and which controls a hand is on. It is only a drawing: the page
// moves parameters, not controls.

import { h, refill, set, write } from "../base/dom.js";
import { single } from "../base/signal.js";
import * as panel from "../layout/panel.js";
import { reshaped, surfaces, touched, waited } from "../store/surfaces.js";
import { moved, parameters } from "../store/parameters.js";
import { ask } from "../stream/api.js";
import { captionIn } from "./captions.js";
import { makeControl } from "./control.js";
import { makeFold } from "./fold.js";
import { makeDisplay, makeViews } from "./front.js";
import { say } from "../words/say.js";

const VIRTUAL = "faderd virtual";
// A display shows a changed value at once, and its other content again a second later; a toggle may turn motors off. So they are read after both of these times, in ms.
const SOON = 150;
const LATER = 1200;
// The keys on which the look of a surface depends. The others only say what it shows.
const SHAPE = ["name", "controls", "id", "kind", "place", "row", "column", "panel"];

// The keys on which its page, bank and selected strip depend.
const VIEWS = ["pages", "page", "bank", "width", "strips", "modifiers", "selected", "selectable"];

export const show = () => panel.toggle("surfaces", make);

function make() {
  const content = h("div", { class: "desks" });
  let desks = [];
  let shape = "";
  const each = act => { for (const desk of desks) for (const one of desk.controls) act(one); };
  const draw = () => {
    // If nothing looks different, the elements stay in the page, because replacing them would lose the focus and the scroll position.
    const rows = surfaces.list.map(({ panel: shown }) => shown?.displays.map(display => display.rows.map(row => row.length)));
    const now = JSON.stringify([surfaces.list, rows], SHAPE);
    if (now !== shape) {
      shape = now;
      each(one => one.end());
      desks = surfaces.list.map(makeDesk);
      content.replaceChildren(...(desks.length ? desks.map(desk => desk.element) : [h("p", {}, say("surfaces.none"))]));
    }
    desks.forEach((desk, place) => desk.update(surfaces.list[place]));
  };
  // One read at a time, so that none overtakes another, and a slow connection is not full of them.
  const read = single(async () => {
    try {
      for (const surface of await ask("GET", "/v1/surfaces")) {
        const desk = desks.find(desk => desk.name === surface.name);
        desk?.showState(surface);
        if (surface.panel) desk?.display?.paint(surface.panel);
      }
    } catch {
      // The stream notices when the daemon is gone. When it is back, everything is drawn again.
    }
  });
  const timers = {};
  const readIn = delay => { timers[delay] ??= setTimeout(() => { delete timers[delay]; read(); }, delay); };
  const repaint = ({ surface, control }) => each(one => {
    if (one.surface === surface && one.control.id === control) one.paint();
  });
  const ends = [reshaped.on(draw), touched.on(repaint), waited.on(repaint), moved.on(all => {
    const ids = new Set(all.map(parameter => parameter.id));
    each(one => { if (ids.has(one.control.parameter)) one.request(); });
    if (desks.some(desk => desk.display) || all.some(parameter => parameter.kind === "toggle")) [SOON, LATER].forEach(readIn);
  }), () => Object.values(timers).forEach(clearTimeout)];
  draw();
  return { title: say("surfaces.title"), content, closed: () => { for (const end of ends) end(); each(one => one.end()); } };
}

/** In words: where the device of a surface is and whether its motors are off, or what it waits for. */
function stateOf(surface) {
  if (surface.state === "connected") {
    const client = surface.client === VIRTUAL ? say("surfaces.virtual", { client: VIRTUAL }) : surface.client;
    return surface.motorsOff ? `${client} · ${say("surfaces.motors-off", { name: parameters.get(surface.motorsOff)?.label ?? surface.motorsOff })}` : client;
  }
  return surface.refused ? say("surfaces.refused") : say("surfaces.awaits", { match: surface.match });
}

/** Returns {name, element, controls, display, update(surface), showState(surface)}. */
function makeDesk(surface) {
  const grid = h("div", { class: "grid", dir: "ltr" });
  const all = surface.controls ?? [];
  let now = surface;
  // Empty columns take no room.
  const columns = [...new Set(all.map(control => control.place.column))].sort((a, b) => a - b);
  const cells = new Map();
  const controls = all.map(control => {
    const { row, column } = control.place;
    const place = `${row} ${column}`;
    if (!cells.has(place)) {
      const cell = h("div", { class: "cell" });
      cells.set(place, { row, column, cell });
      grid.append(cell);
    }
    const one = makeControl(surface, control, captionIn(() => now.controls));
    cells.get(place).cell.append(one.element);
    return one;
  });
  const columnOf = strip => {
    const own = ["fader", "encoder"].map(kind => all.find(control => control.id === `${kind}.${strip}`)).find(Boolean);
    return own ? columns.indexOf(own.place.column) + 1 : strip;
  };
  const display = makeDisplay(surface, columnOf);
  // Display and controls have the same columns, so that a text is above the fader it is about.
  const least = display ? Math.max(1, ...surface.panel.displays.map(one => columnOf(one.strip + (one.rows[0]?.length ?? 1) - 1))) : 1;
  const fold = makeFold(surface.name, [...cells.values()], least, count => element.style.setProperty("--columns", String(count)));
  const where = h("small"), heading = h("h3", {}, h("bdi", {}, surface.name), where);
  const views = h("div", { class: "views", hidden: true });
  let shown = "";
  const showState = surface => {
    set(where, { class: surface.state });
    write(where, stateOf(surface));
  };
  const update = surface => {
    now = surface;
    showState(surface);
    // Only if they differ, because replacing an open list would close it.
    const look = JSON.stringify(surface, VIEWS);
    if (look !== shown) {
      shown = look;
      const parts = makeViews(surface);
      refill(views, parts);
      set(views, { hidden: !parts.length });
    }
    display?.paint(surface.panel);
    fold.update(surface.controls ?? []);
    controls.forEach((one, place) => { one.control = surface.controls[place]; one.paint(); });
  };
  const element = h("section", { class: "desk", "aria-label": say("surfaces.surface", { name: surface.name }) },
    heading, views,
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say("surfaces.controls", { name: surface.name }) }, display?.element, grid), fold.button);
  return { name: surface.name, element, controls, display, update, showState };
}
