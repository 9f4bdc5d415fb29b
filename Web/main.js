// The start of the page: puts its parts together, then opens the stream.

import { h } from "./base/dom.js";
import * as key from "./stream/key.js";
import * as live from "./stream/live.js";
import * as levels from "./store/levels.js";
import * as parameters from "./store/parameters.js";
import * as surfaces from "./store/surfaces.js";
import * as targets from "./store/targets.js";
import * as peers from "./store/peers.js";
import * as pages from "./store/pages.js";
import * as scope from "./store/scope.js";
import * as address from "./base/address.js";
import * as away from "./layout/away.js";
import * as blocked from "./layout/blocked.js";
import * as banner from "./layout/banner.js";
import * as cards from "./layout/cards.js";
import * as door from "./layout/door.js";
import { pathOf } from "./layout/groups.js";
import * as header from "./layout/header.js";
import * as newer from "./layout/newer.js";
import * as panel from "./layout/panel.js";
import * as toast from "./layout/toast.js";
import { language, say } from "./words/say.js";
import * as tree from "./layout/tree.js";
import * as view from "./layout/view.js";
import * as zoom from "./layout/zoom.js";
import * as mixer from "./mixer/mixer.js";
import * as pads from "./pads/pads.js";
import * as mapping from "./mapping/mode.js";
import * as history from "./panels/history.js";
import * as snapshots from "./panels/snapshots.js";

const POLL = 2000;

document.documentElement.lang = language;

const main = h("main", {}, cards.element, mixer.element, pads.element);
const middle = h("div", { class: "middle" }, tree.element, main, panel.element);
const whole = h("div", { class: "whole" }, header.element, h("div", {}, banner.element, away.element), middle, header.tabs);
document.body.replaceChildren(whole, door.element, toast.element);

// A tab without a stream, because other tabs occupy all of them, requests the values every two seconds.
setInterval(() => {
  if (live.status.state === "paused" && !document.hidden) parameters.poll().catch(() => {});
}, POLL);

function title() {
  const page = scope.shownPage();
  const parts = [pages.pages.of(page) && page, pathOf(address.get("at")).join(" · ")].filter(Boolean);
  document.title = [...parts, "faderd"].join(" – ");
}
address.changed.on(title);
pages.pages.changed.on(title);
parameters.reshaped.on(title);

addEventListener("hashchange", () => {
  // Another address was pasted into this tab.
  key.take();
  live.retry();
});

for (const part of [scope, levels, parameters, surfaces, targets, peers, pages, view, away, cards, mixer, pads, tree, history, snapshots, newer, zoom]) part.start();
blocked.start([cards.element, mixer.content, pads.content, panel.content]);
header.start();
mapping.start(cards.element);
banner.start(middle);
door.start(whole);
live.start();
title();
// Over plain HTTP a browser neither keeps the screen on nor installs a page. Said once in a tab.
if (!isSecureContext && !sessionStorage.getItem("faderd.plain")) {
  sessionStorage.setItem("faderd.plain", "told");
  toast.tell(say("lan.plain"));
}
