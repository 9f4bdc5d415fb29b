// Draws one control of a surface.

import { h, set, titleWhereCut, write } from "../base/dom.js";
import { makeRing } from "../base/ring.js";
import { kindOf } from "../store/kinds.js";
import { parameters } from "../store/parameters.js";
import { isUnderHand } from "../store/surfaces.js";
import { request, unwatch, watch } from "../values/paint.js";
import { say } from "../words/say.js";

/** Where a control is, 0…1: at its parameter's position, or at the other end of its travel. */
const placeOf = ({ inverted }, parameter) => inverted ? 1 - (parameter?.position ?? 0) : parameter?.position ?? 0;

/** Whether a control's lamp is lit: by the page or modifier that it switches, at one value, or at the top of a toggle or choice. */
function isLit({ lit, litAt, action }, parameter) {
  if (kindOf(parameter).isPressed) return parameter.running;
  if (lit !== undefined || !parameter) return lit ?? false;
  if (!parameter.known) return false;
  if (litAt !== undefined) return Math.abs((parameter.position ?? 0) - litAt) < 1e-9;
  return (action === "toggle" || kindOf(parameter).isSwitch || kindOf(parameter).hasOptions) && parameter.position === 1;
}

/**
 * Returns {surface, control, element, paint(), request(), end()}. `control` may be replaced. `captionOf(control)`: what is written below it.
 */
export function makeControl(surface, control, captionOf) {
  const draw = { fader: makeFader, button: makeButton }[control.kind] ?? makeKnob;
  const one = { surface: surface.name, control };
  const { element, show } = draw(one);
  const name = h("span", { class: "under" });
  const value = h("span", { class: "under value", dir: "ltr" });
  const wait = h("span", { class: "under wait" });
  for (const one of [name, value]) titleWhereCut(one);
  // A group, so that screen readers say which control the words in it are about.
  one.element = h("div", { class: `control ${control.kind}`, role: "group", title: `${surface.name} ${control.id}` }, element, name, value, wait);
  one.paint = () => {
    const { control } = one;
    const parameter = parameters.get(control.parameter);
    const isHeld = isUnderHand(surface.name, control.id);
    show(placeOf(control, parameter), parameter);
    write(name, captionOf(control));
    write(value, parameter?.text ?? "");
    const { waiting, mode, value: side } = control.takeover ?? {};
    const place = { above: "below", below: "above" }[side];
    write(wait, parameter && waiting && mode === "pickup" ? say(place ? `surfaces.waiting-${place}` : "surfaces.waiting") : "");
    one.element.classList.toggle("held", isHeld);
    one.element.classList.toggle("free", !parameter);
  };
  one.request = () => request(one.element);
  one.end = () => unwatch(one.element);
  watch(one.element, one.paint);
  return one;
}

function makeFader(one) {
  const cap = h("div", { class: "cap" });
  // Where the fader stands, if it has no motor and waits. The cap is where its parameter is.
  const ghost = h("div", { class: "cap waits", hidden: true });
  const travel = h("div", { class: "travel" }, h("div", { class: "slit" }), cap, ghost);
  const element = h("div", { class: "strip" }, travel);
  const put = (one, position) => { one.style.transform = `translateY(${((1 - position) * 100).toFixed(2)}cqh)`; };
  return { element, show: position => {
    put(cap, position);
    const { position: place } = one.control.takeover ?? {};
    set(ghost, { hidden: place === undefined });
    if (place !== undefined) put(ghost, one.control.inverted ? 1 - place : place);
  } };
}

function makeKnob() {
  const { element, show } = makeRing();
  return { element, show: position => show(position) };
}

function makeButton(one) {
  const lamp = h("div", { class: "led", role: "img" });
  return { element: lamp, show: (_, parameter) => {
    // A pad that is dark on the device still has its color here, which says what it is.
    lamp.classList.toggle("colored", Boolean(parameter?.color));
    if (parameter?.color) lamp.style.setProperty("--on", parameter.color);
    set(lamp, { "aria-label": lamp.classList.toggle("lit", isLit(one.control, parameter)) ? say("surfaces.lit") : say("surfaces.dark") });
  } };
}
