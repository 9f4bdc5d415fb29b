// Draws one control of a surface.

import { h, set, svg, titleWhereCut, write } from "../base/dom.js";
import { parameters } from "../store/parameters.js";
import { isUnderHand } from "../store/surfaces.js";
import { turnVirtual, VirtualFinger, VirtualPress } from "../store/sender.js";
import { draggable } from "../values/drag.js";
import { request, unwatch, watch } from "../values/paint.js";
import { complain } from "../layout/toast.js";

// A ring is a circle with a quarter left open at the bottom.
const TURN = 270;
const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS * TURN / 360;
// A drag of so many pixels is one detent.
const DETENT = 6;
// What keys move: a fader by these parts of its travel, an encoder by a hundred times as many detents.
const STEPS = { ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1 };
const ENDS = { Home: -1, End: 1 };
const isPlain = event => !event.ctrlKey && !event.metaKey && !event.altKey;

/** Where a control is, 0…1: at its parameter's position, or at the other end of its travel. */
const placeOf = ({ inverted }, parameter) => inverted ? 1 - (parameter?.position ?? 0) : parameter?.position ?? 0;

/** Whether a control's lamp is lit: by the page or modifier that it switches, at one value, or at the top of what has words for its values. */
function isLit({ lit, litAt, action }, parameter) {
  if (lit !== undefined || !parameter) return lit ?? false;
  if (litAt !== undefined) return Math.abs((parameter.position ?? 0) - litAt) < 1e-9;
  return (action === "toggle" || ["toggle", "choice"].includes(parameter.kind)) && parameter.position === 1;
}

/** Returns {surface, control, element, paint(), request(), end()}; for what can be held down also lift(). `control` may be replaced. */
export function makeControl(surface, control, isVirtual) {
  const draw = { fader: makeFader, button: makeButton }[control.kind] ?? makeRing;
  const one = { surface: surface.name, control };
  const { element, show } = draw(control, isVirtual, one);
  const name = h("span", { class: "under" });
  const value = h("span", { class: "under value", dir: "ltr" });
  const wait = h("span", { class: "under wait" });
  for (const one of [name, value]) titleWhereCut(one);
  one.element = h("div", { class: `control ${control.kind}`, title: `${surface.name} ${control.id}` }, element, name, value, wait);
  one.paint = () => {
    const { control } = one;
    const parameter = parameters.get(control.parameter);
    const isHeld = isUnderHand(surface.name, control.id);
    const position = one.held ?? placeOf(control, parameter);
    show(position, parameter);
    const role = element.getAttribute("role");
    if (role) set(element, { "aria-label": [control.id, parameter?.label].filter(Boolean).join(", ") });
    if (role === "slider") set(element, { "aria-valuenow": String(Math.round(position * 100)), "aria-valuetext": parameter?.text ?? null });
    write(name, parameter?.label ?? control.id);
    write(value, parameter?.text ?? "");
    const { waiting, mode, value: side } = control.takeover ?? {};
    write(wait, parameter && waiting && mode === "pickup" ? `waiting${side ? `: ${side === "above" ? "below" : "above"}` : ""}` : "");
    one.element.classList.toggle("held", isHeld);
    one.element.classList.toggle("free", !parameter);
  };
  one.request = () => request(one.element);
  one.end = () => { one.lift?.(); unwatch(one.element); };
  watch(one.element, one.paint);
  return one;
}

function makeFader(control, isVirtual, one) {
  const cap = h("div", { class: "cap" });
  // Where the fader stands, if it has no motor and waits. The cap is where its parameter is.
  const ghost = h("div", { class: "cap waits", hidden: true });
  const travel = h("div", { class: "travel" }, h("div", { class: "slit" }), cap, ghost);
  const element = h("div", { class: "strip" }, travel);
  if (isVirtual) play(element, control, one);
  const put = (one, position) => { one.style.transform = `translateY(${((1 - position) * 100).toFixed(2)}cqh)`; };
  return { element, show: position => {
    put(cap, position);
    const { position: place } = one.control.takeover ?? {};
    set(ghost, { hidden: place === undefined });
    if (place !== undefined) put(ghost, one.control.inverted ? 1 - place : place);
  } };
}

/** Makes a fader of the virtual surface playable: a drag on this page is a finger on the fader, with all its consequences. */
function play(element, control, one) {
  let finger = null, at = 0;
  set(element, { class: "strip playable", role: "slider", tabindex: "0", "aria-orientation": "vertical" });
  const lift = one.lift = () => { drag.stop(); finger?.lift(); finger = null; one.held = undefined; one.request(); };
  const begin = () => {
    one.held = at = placeOf(one.control, parameters.get(one.control.parameter));
    finger = new VirtualFinger(control.id, complain);
    return true;
  };
  const move = delta => {
    // Where the pointer is, even beyond the end.
    at += delta;
    one.held = Math.min(1, Math.max(0, at));
    finger?.move(one.held);
    one.request();
  };
  const drag = draggable(element, {
    axis: "y",
    travel: () => element.querySelector(".travel").clientHeight,
    begin, move, end: lift, cancel: lift,
  });
  element.addEventListener("keydown", event => {
    const step = STEPS[event.key] ?? ENDS[event.key];
    if (step === undefined || !isPlain(event)) return;
    event.preventDefault();
    if (!finger) begin();
    at = one.held;
    move(step);
  });
  for (const name of ["keyup", "blur"]) element.addEventListener(name, () => { if (finger) lift(); });
}

/** Makes an encoder of the virtual surface playable: dragging it up and down, or the wheel, turns it. */
function turnable(element, control) {
  let rest = 0;
  element.classList.add("playable");
  set(element, { role: "slider", tabindex: "0", "aria-hidden": null });
  element.addEventListener("keydown", event => {
    if (!(event.key in STEPS) || !isPlain(event)) return;
    event.preventDefault();
    turn(Math.round(STEPS[event.key] * 100));
  });
  const turn = detents => {
    rest += detents;
    const whole = Math.trunc(rest);
    rest -= whole;
    if (whole) turnVirtual(control.id, whole, complain);
  };
  draggable(element, { axis: "y", travel: () => DETENT, begin: () => { rest = 0; return true; }, move: turn, end: () => {}, cancel: () => {} });
  element.addEventListener("wheel", event => { event.preventDefault(); turn(-Math.sign(event.deltaY)); }, { passive: false });
}

/** Makes a button of the virtual surface playable: it is down as long as the pointer is. */
function pressable(element, control, one) {
  let finger = null;
  set(element, { class: "led playable", role: "button", tabindex: "0" });
  const lift = one.lift = () => { finger?.lift(); finger = null; };
  const isKey = event => event.key === " " || event.key === "Enter";
  element.addEventListener("keydown", event => {
    if (!isKey(event) || !isPlain(event)) return;
    event.preventDefault();
    finger ??= new VirtualPress(control.id, complain);
  });
  element.addEventListener("keyup", event => { if (isKey(event)) lift(); });
  element.addEventListener("pointerdown", event => {
    if (finger || event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    finger = new VirtualPress(control.id, complain);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) element.addEventListener(name, lift);
}

function makeRing(control, isVirtual) {
  const arc = degrees => {
    const at = angle => `${20 + RADIUS * Math.sin(angle)} ${20 - RADIUS * Math.cos(angle)}`;
    const [a, b] = [-degrees / 2, degrees / 2].map(angle => angle * Math.PI / 180);
    return `M${at(a)} A${RADIUS} ${RADIUS} 0 1 1 ${at(b)}`;
  };
  const lit = svg("path", { d: arc(TURN), class: "lit", "stroke-dasharray": `${ROUND} ${ROUND}` });
  const mark = svg("line", { x1: "20", y1: "20", x2: "20", y2: "9", class: "pointer" });
  const element = svg("svg", { viewBox: "0 0 40 40", class: "ring", "aria-hidden": "true" }, svg("path", { d: arc(TURN), class: "unlit" }), lit, svg("circle", { cx: "20", cy: "20", r: "9.5", class: "knob" }), mark);
  if (isVirtual && ["encoder", "wheel"].includes(control.kind)) turnable(element, control);
  return {
    element, show: position => {
      lit.style.strokeDashoffset = (ROUND * (1 - position)).toFixed(2);
      mark.style.transform = `rotate(${((position - 0.5) * TURN).toFixed(1)}deg)`;
    },
  };
}

function makeButton(control, isVirtual, one) {
  const lamp = h("div", { class: "led" });
  if (isVirtual) pressable(lamp, control, one);
  return { element: lamp, show: (_, parameter) => lamp.classList.toggle("lit", isLit(one.control, parameter)) };
}
