// One parameter of the pads: a big button for a trigger or toggle, one for each option of a choice, a row for anything else.

import { h, set } from "../base/dom.js";
import { kindOf } from "../store/kinds.js";
import { parameters } from "../store/parameters.js";
import { isAway } from "../store/peers.js";
import { explain } from "../panels/explain.js";
import { switchKind } from "../mixer/roles.js";
import { request, unwatch, watch } from "../values/paint.js";
import { drawingOf } from "../values/kinds.js";
import { Row } from "../values/row.js";
import { Choice, paintColor } from "../values/words.js";

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

function buttonPad(parameter) {
  const control = drawingOf(parameter).small(parameter, parameter.label, nameOf(parameter));
  const what = switchKind(parameter);
  return { element: h("div", { class: `pad ${what ?? ""}`.trim() }, control), paint: () => control.paint(), count: 1 };
}

/** A row takes the room of two buttons. */
function rowPad(parameter) {
  const row = new Row().setUp(parameter, explain);
  return { element: h("div", { class: "pad wide" }, h("div", { class: "column" }, row)), paint: () => {}, count: 2, end: () => row.tearDown(), isBusy: () => row.field.isBusy };
}

/** Returns {parameter, element, count, isBusy(), end()}. `count`: how many places of the grid it takes. */
export function makePad(parameter) {
  const make = kindOf(parameter).hasOptions ? choicePads : kindOf(parameter).isButton ? buttonPad : rowPad;
  const { element, paint, count, end = () => {}, isBusy = () => false } = make(parameter);
  element.dataset.id = parameter.id;
  watch(element, () => {
    paint();
    element.classList.toggle("is-away", isAway(parameter.id));
  });
  const stop = parameter.changed.on(() => request(element));
  return {
    parameter, element, count, isBusy: () => isBusy() || element.matches(":active, :has([data-dragged])"),
    isCurrent: () => parameters.get(parameter.id) === parameter,
    end: () => { stop(); unwatch(element); end(); },
  };
}
