// Groups: which one moves a parameter, and the members of one.

import { h } from "../base/dom.js";
import { complain } from "../layout/toast.js";
import { kindOf } from "../store/kinds.js";
import { parameters } from "../store/parameters.js";
import { say } from "../words/say.js";
import { deletion } from "./change.js";
import { config } from "./config.js";
import { choice } from "./controls.js";
import { templateOf } from "./templates.js";

// No group has this id.
const NEW = "+";

/** A list of members in the file: {name, key, id, line, items}; `id` is the parameter that moves them, the group or its mute. */
function listAt(name, key) {
  const group = config.state.groups[name];
  return { name, key, id: key === "of" ? name : `${name}.mute`, line: group.line, items: [group[key] ?? []].flat() };
}

/** The list of a group, or of a group's mute; null for any other parameter. */
export function listOf(id) {
  const { groups } = config.state, name = id.replace(/\.mute$/, "");
  if (groups[id]) return listAt(id, "of");
  return name !== id && groups[name]?.mute ? listAt(name, "mute") : null;
}

const labelOf = id => parameters.get(id)?.label ?? id;

const isTemplate = item => item.includes("{");

/** The template that makes a parameter a member; undefined if none does. Numbers alone say too little to be sure, so then it is the first one. */
function templateIn({ items }, id) {
  const templates = items.filter(isTemplate);
  return templateOf(id, templates.map(key => ({ key })))?.key ?? templates[0];
}

const adding = ({ name, key, items }, id) => Array.isArray(config.state.groups[name][key])
  ? { set: ["groups", name, key, items.length], to: id } : { set: ["groups", name, key], to: [...items, id] };

/** What takes a member out of its list, {edits, notes}: the list goes with its last one. */
async function leaving({ name, key, id, items }, member) {
  if (items.length > 1) return { edits: [{ remove: ["groups", name, key, items.indexOf(member)] }], notes: [] };
  const { edits, notes } = await deletion(id);
  return { edits, notes: [say("map.group.last", { name: labelOf(id) }), ...notes] };
}

/** The list of groups that can move a parameter, with the one that does. `change`: proposes edits with notes, and resolves to "keep" if they are made. */
export function membership(parameter, change) {
  const { id, label, group, unit } = parameter, { isSwitch, isNumber } = kindOf(parameter);
  if (!isSwitch && !(isNumber && unit === "dB")) return [];
  const key = isSwitch ? "mute" : "of";
  const lists = Object.keys(config.state.groups).map(name => listAt(name, key)).filter(list => list.id !== id);
  if (isSwitch && !lists.length) return [];
  const here = lists.find(({ items }) => items.includes(id));
  const name = say(isSwitch ? "map.group.mute" : "map.group.of"), title = `${label}: ${name}`;
  const made = here || !group ? null : listOf(group), template = made && templateIn(made, id);
  if (template) return [h("h3", {}, name), h("p", { class: "hint" }, h("bdi", {}, `${labelOf(made.id)} – `), say("map.group.made", { template, line: made.line }))];
  async function join(edits) {
    try {
      const { edits: others, notes } = here ? await leaving(here, id) : { edits: [], notes: [] };
      // The new member comes first, because the number of its place is that of the list as it is now.
      return await change(title, [...edits, ...others], { notes });
    } catch (error) { complain(error); return ""; }
  }
  const form = newGroup(id, join);
  const list = choice(name, [...lists.map(one => one.name), ...(isSwitch ? [] : [NEW])], here?.name, say("map.no-group"), async now => {
    form.hidden = now !== NEW;
    if (now === NEW) form.querySelector("input").focus();
    else if (await join(now ? [adding(listAt(now, key), id)] : []) !== "keep") list.querySelector("select").value = here?.name ?? "";
  }, option => option === NEW ? say("map.group.new") : labelOf(option));
  return [h("form", { class: "keys" }, list), form];
}

/** The fields of a new group with one member. */
function newGroup(id, join) {
  const label = h("input", { type: "text", autocomplete: "off", maxlength: "64", required: true, "data-key": "group-label" });
  const name = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "40", required: true, pattern: "[a-z0-9_\\-]+(\\.[a-z0-9_\\-]+)*", "data-key": "group-name" });
  const submit = event => {
    event.preventDefault();
    join([{ set: ["groups", name.value], to: { of: [id], label: label.value.trim() } }]);
  };
  return h("form", { class: "keys", hidden: true, onsubmit: submit }, h("label", {}, h("span", {}, say("map.group.label")), label),
    h("label", {}, h("span", {}, say("map.group.name")), name), h("button", { "data-key": "group-show" }, say("map.show")));
}

/** The members of a group or of its mute, each with a button that takes it out. `remove`: deletes what they are the last member of. */
export function members(list, change, remove) {
  const { id, items, line } = list;
  const takeOut = async member => {
    if (items.length === 1) { remove(); return; }
    const { edits } = await leaving(list, member);
    change(say("map.group.take-out", { name: labelOf(member) }), edits);
  };
  return [
    h("h3", {}, say("map.group.members")),
    h("ul", { class: "mapped" }, items.map(item => isTemplate(item)
      ? h("li", {}, h("b", { dir: "ltr" }, item), h("small", {}, h("bdi", {}, (parameters.get(id)?.of ?? []).filter(member => templateOf(member, [{ key: item }])).map(labelOf).join(", "))), h("small", {}, say("map.group.made", { template: item, line })))
      : h("li", {}, h("b", {}, h("bdi", {}, labelOf(item))), h("button", { "data-key": `out ${item}`, onclick: () => takeOut(item) }, say("map.group.take-out", { name: labelOf(item) }))))),
  ];
}
