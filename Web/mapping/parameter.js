// The panel of one parameter: its controls, and its keys in the config.

import { h, refill } from "../base/dom.js";
import { Signal } from "../base/signal.js";
import { groupOf } from "../layout/groups.js";
import * as panel from "../layout/panel.js";
import { kindOf, words } from "../store/kinds.js";
import { parameters, reshaped } from "../store/parameters.js";
import { reshaped as surfacesReshaped } from "../store/surfaces.js";
import { say } from "../words/say.js";
import { complain } from "../layout/toast.js";
import { deletion, propose } from "./change.js";
import { changed, config } from "./config.js";
import { choice, controls, typed } from "./controls.js";
import { listOf, members, membership } from "./groups.js";
import { learn } from "./learn.js";
import { templateOf } from "./templates.js";

const COLORS = ["red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "white"];
const TAPERS = ["linear", "log", "audio"];
// The keys that a person types for every kind; a kind says which others it has. A key that is emptied is removed from the file.
const TEXTS = ["label", "short"];

export const isOpen = () => panel.open() === "map-parameter";
/** Emitted when the parameter of the panel was deleted. */
export const deleted = new Signal();

// Draws the panel that is open anew: what was typed is in the file.
let drawAnew = () => {};

/** Proposes edits that somebody has typed. */
async function proposeTyped(title, edits, more) {
  const answer = await propose(title, edits, more);
  if (answer === "keep") drawAnew();
  return answer;
}

/** Shows the panel of a parameter. */
export function show(parameter) {
  const content = h("div", { class: "mapper" });
  const { id } = parameter;
  // Compares ids, because a reload of the config may have replaced the parameter object.
  const draw = () => refill(content, parts(parameters.get(id) ?? parameter));
  // What is being typed stays, whatever comes from elsewhere meanwhile.
  const isTyped = () => [...content.querySelectorAll("form input")].some(field => field.value !== field.defaultValue);
  const redraw = () => { if (!content.querySelector("form:focus-within input") && !isTyped()) draw(); };
  const reread = () => { if (!isTyped()) draw(); };
  drawAnew = draw;
  const rename = () => panel.retitle((parameters.get(id) ?? parameter).label);
  const ends = [changed.on(reread), reshaped.on(redraw), reshaped.on(rename), surfacesReshaped.on(redraw)];
  draw();
  panel.show({ name: "map-parameter", title: parameter.label, content, closed: () => { for (const end of ends) end(); } });
}

function parts(parameter) {
  if (!config.state) return [h("p", {}, say("map.not-here"))];
  const written = config.state.parameters[parameter.id];
  const template = templateOf(parameter.id), list = listOf(parameter.id);
  return [
    h("p", { class: "hint" }, h("code", {}, parameter.id)), neighbors(parameter),
    h("h3", {}, say("map.controls")), ...controls(parameter),
    h("p", {}, h("button", { class: "main", "data-key": "learn", onclick: () => learn(parameter) }, say("map.learn"))),
    hasLikes(parameter) && h("p", {}, h("button", { "data-key": "learn-strips", onclick: () => learn(parameter, true) }, say("map.learn-strips"))),
    ...(list ? ofGroup(parameter, list) : [h("h3", {}, say("map.keys"))]), ...(written
      ? [form(parameter, written), h("p", {}, h("button", { "data-key": "delete", onclick: () => remove(parameter) }, say("map.delete")))]
      : template || list ? [] : [h("p", { class: "hint" }, say("map.not-written"))]),
    ...(template ? ofTemplate(parameter, template, written) : []),
    ...membership(parameter, proposeTyped),
  ].filter(Boolean);
}

/** Whether another parameter of its kind has an id that differs in one word, as those of strips do. */
function hasLikes({ id, kind }) {
  const words = id.split(".");
  const isLike = other => other.length === words.length && other.filter((word, place) => word !== words[place]).length === 1;
  return words.length > 1 && [...parameters.values()].some(other => other.kind === kind && isLike(other.id.split(".")));
}

/** Removes a parameter or a group from the config, with everything that names it there. `note`: a sentence above. */
async function remove({ id, label }, note = null) {
  let found;
  try { found = await deletion(id); } catch (error) { complain(error); return; }
  if (await propose(say("map.delete-of", { label }), found.edits, { notes: [note, ...found.notes] }) === "keep") deleted.emit();
}

/** The keys of a group, and its members; a group's mute has only these. */
function ofGroup(parameter, list) {
  const isMute = list.key === "mute";
  return [
    h("h3", {}, say("map.group.of")), ...(isMute ? [] : [form(parameter, config.state.groups[list.name], { isGroup: true })]),
    ...members(list, proposeTyped, () => remove(parameter, say("map.group.last", { name: parameter.label }))),
    h("p", {}, h("button", { "data-key": "delete", onclick: () => remove(parameter) }, say(isMute ? "map.delete" : "map.group.delete"))),
  ];
}

// The most neighbors that are offered.
const FEW = 12;

/** Buttons for the other parameters in the row or strip of one, which may show only one name. */
function neighbors({ id }) {
  const group = groupOf(id);
  const all = [...parameters.values()].filter(other => other.id !== id && (other.id === group || [id, group || id].includes(groupOf(other.id))));
  return h("p", { class: "offers" }, all.slice(0, FEW).map(other => h("button", { "data-key": other.id, onclick: () => show(other) }, h("bdi", {}, other.label))));
}

/** The buttons that move a parameter in the file: one place earlier, and one place later. */
function order({ id, label }) {
  const all = [...parameters.keys()].filter(one => config.state.parameters[one]);
  const place = all.indexOf(id);
  const move = (name, before) => h("button", {
    type: "button", "data-key": name, disabled: before === undefined, onclick: () => propose(`${label}: ${name}`, [{ move: ["parameters", id], before }]),
  }, name);
  return h("div", { class: "buttons" }, move(say("map.earlier"), all[place - 1]), move(say("map.later"), place < all.length - 1 ? all[place + 2] ?? null : undefined));
}

/** The list whose word is at a place, as the config has it: {list, word, keys}; `keys` is null where the list has words alone. */
function wordIn(list, word) {
  const words = config.state.lists[list];
  return { list, word, keys: Array.isArray(words) ? null : typeof words[word] === "string" ? { label: words[word] } : words[word] ?? {} };
}

/** What a template makes: which line of the file does, the word of its list, and what can be said of this one alone. */
function ofTemplate(parameter, { key, line, list, word }, written) {
  const { keys } = wordIn(list, word);
  return [
    h("p", { class: "hint" }, say("map.made", { template: key, line, list })),
    ...(keys ? [h("h3", {}, say("map.word-of", { word, list })), wordForm(list, word, keys)] : []),
    ...(written ? [] : [h("h3", {}, say("map.alone")), form(parameter, {}, { isWhole: false })]),
  ];
}

/** The fields of a word of a list: everything that is made for it has them. */
function wordForm(list, word, keys) {
  const path = key => ["lists", list, word, key];
  // A word may have its label alone: `kick: Kick`.
  const isText = typeof config.state.lists[list][word] === "string";
  const label = h("input", { type: "text", autocomplete: "off", value: keys.label ?? "", placeholder: word, "data-key": "word-label" });
  const title = say("map.word-of", { word, list });
  const submit = event => {
    event.preventDefault();
    const now = label.value.trim();
    if (!now || now === (keys.label ?? "")) return;
    proposeTyped(title, [isText ? { set: ["lists", list, word], to: now } : { set: path("label"), to: now }]);
  };
  const pick = now => propose(title, [!now ? { remove: path("color") } : isText ? { set: ["lists", list, word], to: { label: keys.label, color: now } } : { set: path("color"), to: now }]);
  return h("form", { class: "keys", onsubmit: submit }, h("label", {}, h("span", {}, say("map.key.label")), label), h("button", { "data-key": "word-show" }, say("map.show")),
    choice(say("map.key.color"), COLORS, keys.color, say("map.no-color"), pick, option => say(`map.color.${option}`)));
}

/** `written`: the keys that the file has. `isWhole`: whether they are all, and not beside those of a template. */
function form(parameter, written, { isWhole = true, isGroup = false } = {}) {
  const path = key => [isGroup ? "groups" : "parameters", parameter.id, key];
  const fields = new Map([...TEXTS, ...(isGroup ? [] : kindOf(parameter).keys)].map(key => [key, h("input", {
    type: "text", autocomplete: "off", value: written[key] ?? "", placeholder: String(parameter[key] ?? ""), "data-key": key,
  })]));
  const pick = key => now => propose(`${parameter.label}: ${say(`map.key.${key}`)}`, [!now ? { remove: path(key) } : isWhole ? { set: path(key), to: now } : { set: ["parameters", parameter.id], to: { [key]: now } }]);
  const submit = event => {
    event.preventDefault();
    const edits = [];
    const own = {};
    for (const [key, field] of fields) {
      if (field.value === String(written[key] ?? "")) continue;
      const isText = TEXTS.includes(key) || key === "unit";
      const now = isText ? field.value.trim() || null : typed(field.value);
      own[key] = now;
      edits.push(now === null ? { remove: path(key) } : { set: path(key), to: now });
    }
    // What a template makes is written out with the keys that differ.
    if (!isWhole && edits.length) proposeTyped(parameter.label, [{ set: ["parameters", parameter.id], to: own }]);
    else if (edits.length) proposeTyped(parameter.label, edits);
  };
  return h("form", { class: "keys", onsubmit: submit },
    [...fields].map(([key, field]) => h("label", {}, h("span", {}, say(`map.key.${key}`)), field)),
    h("button", { "data-key": "show" }, say("map.show")),
    isWhole && !isGroup && choice(say("map.key.kind"), words, written.kind, written.kind ? null : say("map.usual"), pick("kind"), option => say(`map.kind.${option}`)),
    kindOf(parameter).isNumber && !isGroup ? choice(say("map.key.taper"), TAPERS, typeof written.taper === "string" ? written.taper : "", say("map.usual"), pick("taper"), option => say(`map.taper.${option}`)) : null,
    choice(say("map.key.color"), COLORS, written.color, say("map.no-color"), pick("color"), option => say(`map.color.${option}`)),
    isWhole && !isGroup && order(parameter));
}
