// The mixer: the strips of a page side by side, as the daemon puts them together. Only strips near the visible ones have their controls.

import { h } from "../base/dom.js";
import * as address from "../base/address.js";
import { shown } from "../layout/groups.js";
import * as view from "../layout/view.js";
import { parameters, reshaped } from "../store/parameters.js";
import { pages } from "../store/pages.js";
import { shownPage } from "../store/scope.js";
import { follow } from "../stream/live.js";
import { say } from "../words/say.js";
import * as awake from "./awake.js";
import { keys } from "./keys.js";
import { makeScale } from "./scale.js";
import { Strip } from "./strip.js";

const PATIENCE = 300;
// Pixels of a strip: the least for a mouse and for fingers, and the most. In the stage theme, half as much again.
const NARROWEST = { mouse: 56, finger: 96 };
const WIDEST = 132;
// From this width on, a ring has its value beside it, and the words of switches have room.
const ROOMY = 88;
// Pixels per line, for a wheel that counts lines.
const LINE = 33;

const scale = makeScale();
/** The part that can be changed, inside the part that scrolls. */
export const content = h("div", { class: "strips", role: "group", "aria-label": say("mixer.strips"), onkeydown: keys });
const scroller = h("div", { class: "mixer" }, scale.element, content);
export const element = h("div", { class: "mixer-frame", dir: "ltr", hidden: true }, scroller);

let strips = [];
let waiting = 0;

const observer = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) target.fill();
    else if (!target.isBusy && !target.contains(document.activeElement)) target.empty();
  }
}, { root: scroller, rootMargin: "0px 100%" });

/** A wheel cannot turn sideways, so it scrolls the strips, unless it turns a fader or scrolls the upper part of a strip. */
scroller.addEventListener("wheel", event => {
  const head = event.target.closest(".head");
  if (event.defaultPrevented || event.ctrlKey || event.deltaX || (head && head.scrollHeight > head.clientHeight)) return;
  scroller.scrollLeft += event.deltaMode === 0 ? event.deltaY : event.deltaY * LINE;
}, { passive: true });

/** The strips to show: those of the page that have a parameter which the list would show. */
function wanted() {
  const ids = new Set(shown().flatMap(([, list]) => list.map(parameter => parameter.id)));
  return (pages.strips(shownPage()) ?? []).filter(strip => strip.ids.some(id => parameters.has(id)) && strip.ids.some(id => ids.has(id)));
}

function build() {
  clearTimeout(waiting);
  element.hidden = view.current() !== "mixer";
  if (element.hidden) return show([]);
  // Moving a strip would end its drag and close its field.
  const isBusy = strips.some(strip => strip.isBusy);
  if (isBusy) waiting = setTimeout(build, PATIENCE);
  show(isBusy ? strips.map(strip => strip.spec) : wanted());
}

function show(specs) {
  const before = new Map(strips.map(strip => [strip.spec.ids[0], strip]));
  const held = document.activeElement;
  const focused = held?.closest?.(".mixer-strip")?.spec.ids[0];
  strips = specs.map(spec => {
    const old = before.get(spec.ids[0]);
    return old && (old.shows(spec) || old.isBusy) ? old : new Strip().setUp(spec);
  });
  const kept = new Set(strips);
  for (const strip of before.values()) {
    if (kept.has(strip)) continue;
    observer.unobserve(strip);
    strip.empty();
  }
  const isSame = strips.length === content.children.length && strips.every((strip, place) => strip === content.children[place]);
  if (!isSame) content.replaceChildren(...(strips.length || element.hidden ? strips : [h("p", { class: "empty" }, nothing())]));
  for (const strip of strips) observer.observe(strip);
  follow(strips.map(strip => strip.leveled).filter(Boolean));
  measure();
  if (focused && !content.contains(document.activeElement)) {
    (content.contains(held) ? held : strips.find(strip => strip.spec.ids[0] === focused)?.name)?.focus({ preventScroll: true });
  }
}

const nothing = () => address.get("q") ? say("mixer.no-match", { words: address.get("q") }) : say("mixer.none");

/** Tells the style sheet how wide the strips are, and how much room their tallest parts need, so that all faders begin at the same height. */
function measure() {
  if (element.hidden || !strips.length) return;
  const most = count => Math.max(0, ...strips.map(count));
  const isStage = document.documentElement.dataset.theme === "stage";
  const least = (matchMedia("(pointer: coarse)").matches ? NARROWEST.finger : NARROWEST.mouse) * (isStage ? 1.5 : 1);
  const free = element.clientWidth - scale.element.offsetWidth;
  const width = Math.min(isStage ? WIDEST * 1.5 : WIDEST, Math.max(least, free / strips.length));
  element.style.setProperty("--strip", `${width.toFixed(2)}px`);
  element.style.setProperty("--rings", String(most(({ roles }) => roles.rings.length)));
  // In a strip without a fader, the other parameters have the whole strip anyway.
  element.style.setProperty("--lines", String(most(({ roles }) => roles.fader ? roles.others.length : 0)));
  element.style.setProperty("--switches", String(most(({ roles }) => Math.ceil(roles.switches.length / 2))));
  element.toggleAttribute("data-roomy", width >= ROOMY);
  scale.show(strips);
}

export function start() {
  for (const signal of [reshaped, pages.changed, address.changed, view.changed]) signal.on(build);
  new ResizeObserver(measure).observe(element);
  new MutationObserver(measure).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  awake.start();
  build();
}
