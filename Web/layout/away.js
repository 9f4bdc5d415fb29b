// The lines at the top that say that this machine follows another one, and which peers do not answer, if something that is shown depends on them.

import { h } from "../base/dom.js";
import * as address from "../base/address.js";
import { kindOf } from "../store/kinds.js";
import { daemon, parameters, reshaped } from "../store/parameters.js";
import { pages } from "../store/pages.js";
import { changed, silent } from "../store/peers.js";
import { isGuest, shownPage } from "../store/scope.js";
import { question } from "./dialog.js";
import { ask } from "../stream/api.js";
import { shown } from "./groups.js";
import { complain } from "./toast.js";
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

/** Has this machine take over, if somebody means it. */
async function promote() {
  if (!await question(say("follows.question", { name: daemon.follows }), say("follows.promote"))) return;
  try {
    await ask("POST", "/v1/promote", {});
  } catch (error) {
    complain(error);
  }
}

/** The line of a machine that follows another one: nothing that is shown drives anything. */
function followerLine() {
  if (daemon.follows === null) return [];
  if (isGuest()) return [h("p", { class: "banner away" }, say("follows.guest"))];
  return [h("p", { class: "banner away" }, h("bdi", {}, say("follows.line", { name: daemon.follows })), " ",
    h("button", { type: "button", onclick: promote }, say("follows.promote")))];
}

let painted = "";

function paint() {
  const here = silent().length ? seen() : new Set();
  const lines = [...new Set(silent().map(peer => line(peer, here)).filter(Boolean))];
  document.documentElement.toggleAttribute("data-away", lines.length > 0 || daemon.follows !== null);
  const now = JSON.stringify([daemon.follows, lines]);
  if (now === painted) return;
  painted = now;
  element.replaceChildren(...followerLine(), ...lines.map(line => h("p", { class: "banner away" }, h("bdi", {}, line))));
}

export function start() {
  for (const signal of [changed, reshaped, pages.changed, address.changed, view.changed]) signal.on(paint);
}
