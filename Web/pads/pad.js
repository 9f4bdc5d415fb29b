// One parameter of the pads: a big button for a trigger or toggle, one for each option of a choice, a row for anything else.

import { h, set, write } from "../base/dom.js";
import { kindOf } from "../store/kinds.js";
import { isAway } from "../store/peers.js";
import { explain } from "../panels/explain.js";
import { switchKind } from "../mixer/roles.js";
import { request, unwatch, watch } from "../values/paint.js";
import { drawingOf } from "../values/kinds.js";
import { Row } from "../values/row.js";
import { Choice, paintColor } from "../values/words.js";
import { pages } from "../store/pages.js";
import { parameters } from "../store/parameters.js";
import { shownPage } from "../store/scope.js";
import { say } from "../words/say.js";
import { actsWhileDown } from "./finger.js";
import { hasSeveralJobs } from "./presses.js";

/** What people call a parameter. */
const nameOf = ({ id, label }) => label === id ? id.slice(id.lastIndexOf(".") + 1) : label;

/** An option of a choice. */
function optionPad(choice, option, name) {
  const label = option.label;
  const button = h("button", { class: "switch", role: "radio", "aria-label": label, disabled: option.absent, onclick: () => choice.put(option.id) },
    h("span", { class: "lamp", "aria-hidden": "true" }), h("span", { class: "caption" }, h("bdi", {}, label)), h("span", { class: "word", "aria-hidden": "true" }, h("bdi", {}, name)));
  const element = h("fd-option", {}, button);
  paintColor(element, choice.parameter);
  return { element, paint: isOn => set(button, { "aria-checked": String(isOn) }) };
}

/** The buttons of a choice, of which one is on. */
function choicePads(parameter) {
  const choice = new Choice().setUp(parameter, parameter.label);
  const options = choice.options.map(option => optionPad(choice, option, nameOf(parameter)));
  const element = h("div", { class: "options", role: "radiogroup", "aria-label": parameter.label }, options.map(one => h("div", { class: "pad" }, one.element)));
  return { element, paint: () => options.forEach((one, place) => one.paint(place === choice.index)), count: options.length };
}

function buttonPad(parameter, said) {
  const control = drawingOf(parameter).small(parameter, parameter.label, nameOf(parameter));
  const what = switchKind(parameter);
  const how = said ?? (parameter.releases ? {} : null);
  const held = how && actsWhileDown(control, control.button, parameter, how);
  return { element: h("div", { class: `pad ${what ?? ""}`.trim() }, control), paint: () => control.paint(), count: 1, end: () => held?.end() };
}

/** Whether a parameter has the value that a button holds. The stream tells positions and texts, no values. */
function hasValue(parameter, how) {
  const { options = [], position, text } = parameter;
  if (kindOf(parameter).hasOptions) return options[Math.round((position ?? 0) * Math.max(0, options.length - 1))]?.id === how.value;
  return how.position === undefined ? text === how.value : Math.abs((position ?? -1) - how.position) < 1e-9;
}

/** The button of a choice or number: it holds one value of it, and is lit while the parameter has that value. */
function holdPad(parameter, how) {
  const word = h("span", { class: "word" });
  const button = h("button", { class: "switch", role: "switch", "aria-label": parameter.label },
    h("span", { class: "lamp", "aria-hidden": "true" }), h("span", { class: "caption" }, h("bdi", {}, nameOf(parameter))), word);
  const control = h("fd-option", {}, button);
  paintColor(control, parameter);
  const held = actsWhileDown(control, button, parameter, how);
  const paint = () => {
    set(button, { "aria-checked": String(parameter.known && hasValue(parameter, how)) });
    write(word, parameter.text);
  };
  return { element: h("div", { class: "pad" }, control), paint, count: 1, end: () => held.end() };
}

/** A button with several jobs, or one that does something unusual. While a press is counted it shows what a long one would do. */
function jobsPad(parameter, how) {
  const others = ["long", "double"].filter(job => how[job] && parameters.has(how[job].parameter));
  const jobs = { first: { ...how, parameter }, ...Object.fromEntries(others.map(job => [job, { ...how[job], parameter: parameters.get(how[job].parameter) }])) };
  const word = h("span", { class: "word" }), name = h("bdi", {}, nameOf(parameter));
  const button = h("button", { class: "switch", role: "switch", "aria-label": parameter.label }, h("span", { class: "lamp", "aria-hidden": "true" }), h("span", { class: "caption" }, name), word);
  const control = h("fd-option", {}, button);
  paintColor(control, parameter);
  let shown = jobs.first;
  const isOn = () => {
    const { parameter: one, action, value } = shown, kind = kindOf(one);
    if (kind.isPressed) return Boolean(one.running);
    if (value !== undefined) return one.known && hasValue(one, shown);
    return kind.isSwitch && one.known && one.position >= 0.5 && action !== "reset";
  };
  const paint = () => {
    set(button, { "aria-checked": String(isOn()) });
    write(name, nameOf(shown.parameter));
    write(word, kindOf(shown.parameter).isPressed ? say(shown.parameter.running ? "trigger.running" : "trigger.press") : shown.parameter.text);
  };
  const element = h("div", { class: `pad ${switchKind(parameter) ?? ""}`.trim() }, control);
  const held = hasSeveralJobs(control, button, parameter, how, job => {
    shown = jobs[job] ?? jobs.first;
    paint();
  });
  set(button, { "aria-description": others.map(job => say(`pads.${job}`, { name: nameOf(jobs[job].parameter) })).join(", ") });
  const stops = others.map(job => jobs[job].parameter.changed.on(() => request(element)));
  return { element, paint, count: 1, end: () => { stops.forEach(stop => stop()); held.end(); } };
}

/** A row takes the room of two buttons. */
function rowPad(parameter) {
  const row = new Row().setUp(parameter, explain);
  return { element: h("div", { class: "pad wide" }, h("div", { class: "column" }, row)), paint: () => {}, count: 2, end: () => row.tearDown(), isBusy: () => row.field.isBusy };
}

/** In JSON, what the config says that a button does while it is down. */
export const howOf = parameter => JSON.stringify(pages.buttonOf(shownPage(), parameter.id) ?? null);

/** Returns {parameter, how, element, count, isBusy(), end()}. `count`: how many places of the grid it takes. */
export function makePad(parameter) {
  const [kind, how] = [kindOf(parameter), pages.buttonOf(shownPage(), parameter.id)];
  const isSeveral = how && (!["hold", "follow"].includes(how.action) || how.long || how.double || how.confirm);
  const make = isSeveral ? jobsPad : kind.isButton && !kind.hasOptions ? buttonPad : how ? holdPad : kind.hasOptions ? choicePads : rowPad;
  const { element, paint, count, end = () => {}, isBusy = () => false } = make(parameter, how);
  element.dataset.id = parameter.id;
  watch(element, () => {
    paint();
    element.classList.toggle("is-away", isAway(parameter.id));
  });
  const stop = parameter.changed.on(() => request(element));
  return {
    parameter, how: howOf(parameter), element, count, isBusy: () => isBusy() || element.matches(":active, :has([data-dragged])"),
    end: () => { stop(); unwatch(element); end(); },
  };
}
