// The lines at the top that say which peers do not answer, if something that is shown depends on them.

import { h } from "../base/dom.js";
import * as address from "../base/address.js";
import { kindOf } from "../store/kinds.js";
import { parameters, reshaped } from "../store/parameters.js";
import { pages } from "../store/pages.js";
import { changed, silent } from "../store/peers.js";
import { shownPage } from "../store/scope.js";
import { shown } from "./groups.js";
import * as view from "./view.js";
import { say } from "../words/say.js";

export const element = h("div", { class: "away-lines", role: "status" });

/** The ids of everything that this page shows. */
function seen() {
  const strips = view.current() === "mixer" ? pages.strips(shownPage()) ?? [] : [];
  return new Set([...shown().flatMap(([, all]) => all.flatMap(({ id, parts }) => [id, ...parts ?? []])), ...strips.flatMap(({ ids }) => ids)]);
}

/** The line about a peer that shown parameters depend on; null if none does. If they are all buttons, it does not speak of faders. */
function line({ name, kind, parameters: all }, here) {
  const found = all.filter(id => here.has(id)).map(id => kindOf(parameters.get(id)));
  return found.length ? say(found.every(one => one.isButton) ? "away.buttons" : "away.line", { name: name ?? say(`peer.${kind}`) }) : null;
}

function paint() {
  const here = silent().length ? seen() : new Set();
  const lines = [...new Set(silent().map(peer => line(peer, here)).filter(Boolean))];
  document.documentElement.toggleAttribute("data-away", lines.length > 0);
  if (JSON.stringify(lines) === JSON.stringify([...element.children].map(line => line.textContent))) return;
  element.replaceChildren(...lines.map(line => h("p", { class: "banner away" }, h("bdi", {}, line))));
}

export function start() {
  for (const signal of [changed, reshaped, pages.changed, address.changed, view.changed]) signal.on(paint);
}
