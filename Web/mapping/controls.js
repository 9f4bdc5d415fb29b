// The controls that drive a parameter: what each does, how it takes hold, and a button to take it away.

import { kindOf } from "../store/kinds.js";
import { h } from "../base/dom.js";
import { parameters } from "../store/parameters.js";
import { surfaces } from "../store/surfaces.js";
import { say } from "../words/say.js";
import { propose } from "./change.js";
import { config } from "./config.js";

const ACTIONS = ["toggle", "step", "cycle", "set", "hold", "reset", "follow"];
const PRESSES = ["long", "double"];
const TAKEOVERS = ["jump", "pickup", "scale", "relative"];
// The actions that have a number or a value, and its key.
const AMOUNTS = { step: "by", cycle: "by", set: "value", hold: "value" };

/** The mappings of a parameter in the file: [{surface, control, mapping}]. */
function mapped(id) {
  return Object.entries(config.state.surfaces).flatMap(([surface, { map }]) => Object.entries(map)
    .filter(([, mapping]) => (mapping?.parameter ?? mapping?.group ?? mapping) === id).map(([control, mapping]) => ({ surface, control, mapping })));
}

/** The rows of controls that drive a parameter in its strip: [{surface, kind, isOnly}]. */
function rows(id) {
  return Object.entries(config.state.surfaces).flatMap(([surface, { strips }]) => (strips[id] ?? []).map(kind => ({
    surface, kind, isOnly: new Set(Object.values(strips).flat()).size === 1,
  })));
}

/** Removing the only row removes the strips. */
function rowItem({ surface, kind, isOnly }) {
  const name = `${surface} ${kind}`, path = ["surfaces", surface, "strips"];
  return h("li", {}, h("b", {}, h("bdi", {}, name)), h("small", {}, say("map.in-strips")),
    h("button", { "data-key": `remove ${name}`, onclick: () => propose(say("map.remove-of", { name }), [{ remove: isOnly ? path : [...path, kind] }]) }, say("map.remove-of", { name })));
}

const drawn = (surface, control) => surfaces.list.find(one => one.name === surface)?.controls?.find(one => one.id === control.slice(control.lastIndexOf("+") + 1));

/** A list to choose from; `first`: the text of the empty choice. */
export function choice(name, options, value, first, onchange, textOf = option => option) {
  return h("label", {}, h("span", {}, name), h("select", { "data-key": name, onchange: event => onchange(event.target.value) },
    [...(first === null ? [] : [""]), ...options].map(option => h("option", { value: option, selected: option === (value ?? "") }, option ? textOf(option) : first))));
}

/** What a long or double press can do without a value. */
const isPressable = parameter => { const kind = kindOf(parameter); return kind.isPressed || kind.isSwitch || (kind.hasOptions && kind.isButton); };

/** The parameter of a long or double press, whatever is written there. */
const idOf = job => job?.parameter ?? job;

/** The edits that give a button a long or double press, or take it away. */
function pressing(path, id, mapping, press, other) {
  if (!other) return [{ remove: [...path, press] }];
  return typeof mapping === "object" ? [{ set: [...path, press], to: other }] : [{ set: path, to: { parameter: id } }, { set: [...path, press], to: other }];
}

/** The lists of what a button does at a long and at a double press. */
function presses(name, path, id, mapping) {
  const ids = [...parameters.values()].filter(one => one.id !== id && isPressable(one)).map(one => one.id);
  return PRESSES.map(press => {
    const now = idOf(mapping?.[press]);
    const options = now && !ids.includes(now) ? [...ids, now] : ids;
    return choice(say(`map.press.${press}`, { name }), options, now, say("map.no-press"),
      other => propose(say(`map.press.${press}`, { name }), pressing(path, id, mapping, press, other)), one => parameters.get(one)?.label ?? one);
  });
}

/** The buttons whose long or double press does something to a parameter: [{surface, control, press}]. */
function pressed(id) {
  return Object.entries(config.state.surfaces).flatMap(([surface, { map }]) => Object.entries(map)
    .flatMap(([control, mapping]) => PRESSES.filter(press => idOf(mapping?.[press]) === id).map(press => ({ surface, control, press }))));
}

function pressItem({ surface, control, press }) {
  const name = `${surface} ${control}`, said = say(`map.press.${press}`, { name });
  return h("li", {}, h("b", {}, h("bdi", {}, said)),
    h("button", { "data-key": `remove ${press} ${name}`, onclick: () => propose(say("map.remove-of", { name: said }), [{ remove: ["surfaces", surface, "map", control, press] }]) }, say("map.remove-of", { name: said })));
}

/** The edits that give a mapping another action, with the value that the action needs. */
function acting(path, id, action, amount, mapping) {
  if (action === "spill") return [{ set: path, to: { action, group: id } }];
  // What the button does at a long or double press stays.
  if (PRESSES.some(press => mapping?.[press])) {
    const key = AMOUNTS[action];
    const stale = ["action", "by", "value", "size"].filter(one => mapping[one] !== undefined && one !== key && !(one === "action" && action));
    return [
      ...stale.map(one => ({ remove: [...path, one] })), ...(action ? [{ set: [...path, "action"], to: action }] : []),
      ...(key && amount !== null ? [{ set: [...path, key], to: amount }] : []),
    ];
  }
  const edits = [{ set: path, to: action ? { parameter: id } : id }];
  if (action) edits.push({ set: [...path, "action"], to: action });
  if (amount !== null && AMOUNTS[action]) edits.push({ set: [...path, AMOUNTS[action]], to: amount });
  return edits;
}

/** The number or text that a person typed, for the config; null for nothing. */
export const typed = text => text.trim() === "" ? null : /^[-−]?\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace("−", "-").replace(",", ".")) : text.trim();

function item({ surface, control, mapping }, parameter) {
  const { id } = parameter, isGroup = parameter.of && kindOf(parameter).isNumber;
  const known = drawn(surface, control), name = `${surface} ${control}`, path = ["surfaces", surface, "map", control];
  const { action = "", by, value } = mapping ?? {};
  const parts = [h("b", {}, h("bdi", {}, name))];
  const isButton = ["button", "pedal"].includes(known?.kind) && !kindOf(parameter).isPressed;
  if (isButton) {
    const amount = h("input", { type: "text", size: "6", value: by ?? value ?? "", "data-key": `${name} amount`, "aria-label": say("map.amount-of", { name }) });
    const set = now => propose(say("map.action-of", { name }), acting(path, id, now, typed(amount.value), mapping));
    parts.push(choice(say("map.action-of", { name }), [...ACTIONS, ...(isGroup ? ["spill"] : [])], action, say("map.usual"), set, option => say(`map.action.${option}`)));
    if (AMOUNTS[action]) {
      amount.addEventListener("change", () => set(action));
      parts.push(h("label", {}, h("span", {}, say(`map.amount.${AMOUNTS[action]}`)), amount));
    }
  }
  if (["button", "pedal"].includes(known?.kind)) parts.push(...presses(name, path, id, mapping));
  if (known && !known.motor && known.takeover) {
    const place = ["surfaces", surface, "controls", known.id, "takeover"];
    parts.push(choice(say("map.takeover-of", { name }), TAKEOVERS, known.takeover.mode, null,
      now => propose(say("map.takeover-of", { name }), [{ set: place, to: now }]), option => say(`map.takeover.${option}`)));
  }
  parts.push(h("button", { "data-key": `remove ${name}`, onclick: () => propose(say("map.remove-of", { name }), [{ remove: path }]) }, say("map.remove-of", { name })));
  return h("li", {}, parts);
}

/** The list for a parameter. */
export function controls(parameter) {
  const own = mapped(parameter.id), ofStrips = rows(parameter.id), ofPresses = pressed(parameter.id);
  const isOfRow = (surface, control) => ofStrips.some(row => row.surface === surface && control.startsWith(`${row.kind.slice(row.kind.lastIndexOf("+") + 1)}.`));
  // Those of pages, modifiers and strips that are written one by one are written elsewhere in the file.
  const others = surfaces.list.flatMap(({ name, mappings }) => mappings.filter(one => one.parameter === parameter.id && !isOfRow(name, one.control) && !own.some(it => it.surface === name && it.control === one.control))
    .map(one => `${name} ${one.control}`));
  return [
    ...(own.length + ofStrips.length + ofPresses.length ? [h("ul", { class: "mapped" }, own.map(one => item(one, parameter)), ofPresses.map(pressItem), ofStrips.map(rowItem))] : [h("p", { class: "hint" }, say("map.no-controls"))]),
    ...(others.length ? [h("p", { class: "hint" }, say("map.elsewhere", { names: others.join(", ") }))] : []),
  ];
}
