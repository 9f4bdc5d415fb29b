// An id and the toggles below it, such as `browser` and `browser.mute`, are one row of the list.

import { h, set } from "../base/dom.js";
import { switchKind } from "../mixer/roles.js";
import { kindOf } from "../store/kinds.js";
import { caption } from "./captions.js";
import { Switch } from "./words.js";

const parentOf = id => id.slice(0, Math.max(0, id.lastIndexOf(".")));

/** From [[group, [parameter]]] makes [[group, [[parameter, toggles]]]]: each toggle whose parent is shown goes with the parent, and not into its own group. */
export function gathered(groups) {
  const shown = new Map(groups.flatMap(([, list]) => list).map(parameter => [parameter.id, parameter]));
  const hostOf = one => kindOf(one).isSwitch && kindOf(shown.get(parentOf(one.id))).hasToggles ? parentOf(one.id) : null;
  const toggles = new Map();
  for (const parameter of shown.values()) {
    const host = hostOf(parameter);
    if (host !== null) toggles.set(host, [...(toggles.get(host) ?? []), parameter]);
  }
  return groups.map(([group, list]) => [group, list.filter(one => hostOf(one) === null).map(one => [one, toggles.get(one.id) ?? []])])
    .filter(([, list]) => list.length);
}

/** The switches at the end of a row: {element, paint()}. */
export function makeToggles(host, toggles) {
  const switches = toggles.map(parameter => {
    const text = caption(parameter, host.label, [host, ...toggles]);
    const name = parameter.label === host.label ? `${host.label}, ${text}` : parameter.label;
    const one = new Switch().setUp(parameter, name, text);
    set(one, { class: switchKind(parameter) });
    return one;
  });
  return { element: h("div", { class: "toggles" }, switches), paint: () => { for (const one of switches) one.paint(); } };
}
