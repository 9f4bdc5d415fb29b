// The panel of the whole config: where it is, undo, new parameters, controllers and pages.

import { h, refill } from "../base/dom.js";
import * as panel from "../layout/panel.js";
import { shown } from "../layout/groups.js";
import { parameters } from "../store/parameters.js";
import { hasText, say } from "../words/say.js";
import { propose, undo } from "./change.js";
import { changed, config } from "./config.js";
import * as consoles from "./consoles.js";
import { connections } from "./obs.js";
import * as one from "./parameter.js";

export const isOpen = () => panel.open() === "mapping";

one.deleted.on(show);

export function show() {
  const content = h("div", { class: "mapper" });
  // The forms stay, because somebody may be filling one in; only what they offer changes.
  const obs = connections((label, keys) => parameterEdits(freeID(label), label, keys));
  const mixers = consoles.section();
  const head = h("div"), begin = h("div"), sections = [adding(), controllers(), mixers, obs, pages()];
  content.append(head, begin, ...sections.map(section => section.element));
  const draw = () => {
    refill(head, heading());
    refill(begin, examples());
    for (const section of sections) {
      section.element.hidden = Boolean(config.state?.place);
      section.draw();
    }
  };
  const end = changed.on(draw);
  draw();
  panel.show({ name: "mapping", title: say("map.title"), content, closed: () => { end(); mixers.end(); obs.end(); } });
}

function heading() {
  const { file, place, problem, changed: isChanged, undo: canUndo } = config.state ?? {};
  if (place) {
    return [
      h("p", {}, say("map.first-how")), h("p", { class: "hint" }, h("code", {}, h("bdi", {}, place))),
      problem && h("p", { class: "problem", role: "status" }, h("bdi", {}, problem)),
      h("p", {}, h("button", { class: "main", "data-key": "first", disabled: problem != null, onclick: () => propose(say("map.first"), []) }, say("map.first"))),
    ].filter(Boolean);
  }
  return [
    h("p", {}, say("map.how")),
    file && h("p", { class: "hint" }, h("code", {}, h("bdi", {}, file))),
    problem && h("p", { class: "problem", role: "status" }, h("bdi", {}, problem)),
    isChanged && h("p", { class: "problem", role: "status" }, say("map.changed-elsewhere")),
    h("p", {}, h("button", { "data-key": "undo", disabled: !canUndo, onclick: undo }, say("map.undo-last"))),
  ].filter(Boolean);
}

/** What is offered to a config that has nothing yet. */
function examples() {
  const { examples: found = [], problem } = config.state ?? {};
  if (!found.length) return [];
  const through = name => ({ path: "/config/example", body: { name } });
  return [
    h("h3", {}, say("map.example")), h("p", { class: "hint" }, say("map.example-how")),
    h("ul", { class: "mapped" }, found.map(({ name, title }) => h("li", {}, h("b", {}, h("bdi", {}, name)), h("small", { lang: "en", dir: "ltr" }, title),
      h("button", { type: "button", "data-key": name, disabled: problem != null, onclick: () => propose(say("map.example"), [], { through: through(name) }) }, say("map.example-of", { name }))))),
  ];
}

/** A text as a part of an id. */
const slug = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);

/** A free id for a label. */
function freeID(label) {
  const base = slug(label) || "parameter";
  for (let id = base, count = 2;; id = `${base}-${count++}`) if (!parameters.has(id) && !config.state.parameters[id]) return id;
}

// The most letters of a label.
const LONGEST = 64;
/** What the daemon calls a kind of candidate, in words if the page has any. */
const kindOf = ({ kind }) => hasText(`map.candidate.${kind}`) ? say(`map.candidate.${kind}`) : kind;
const nameOf = candidate => candidate.name || kindOf(candidate);
// What the config calls a target comes first in it, as people write it, and what is of it last. `first`: the key of its connection.
const rank = (key, first) => key === first || ["obs", "osc", "mqtt"].includes(key) ? 0 : ["filter", "item"].includes(key) ? 2 : ["property", "call", "setting", "attribute"].includes(key) ? 3 : 1;
const ordered = (target, first) => Object.fromEntries(Object.entries(target).sort(([a], [b]) => rank(a, first) - rank(b, first)));
/** What the daemon calls an offer, in words if the page has any. */
function offered(what) {
  const word = what.replace(".", "-");
  return hasText(`map.offer.${word}`) ? say(`map.offer.${word}`) : what;
}
/** The candidates without what is there now, which changes all the time. */
const withoutNow = candidates => JSON.stringify(candidates, (key, value) => key === "now" ? undefined : value);

/** The edits that write a parameter. */
function parameterEdits(id, label, keys, first) {
  const path = key => ["parameters", id, key];
  return [{ set: path("label"), to: label }, ...keys.map(({ key, value }) => ({ set: path(key), to: key === "target" ? ordered(value, first) : value }))];
}

function adding() {
  const target = h("select", { onchange: () => choose() });
  const offers = h("div", { class: "offers", onchange: () => ask() });
  // What a person types of the target, such as the address at a console.
  const asked = h("div", { class: "asked" });
  const label = h("input", { type: "text", autocomplete: "off", maxlength: String(LONGEST), required: true });
  let candidates = [], isTyped = false;
  label.addEventListener("input", () => { isTyped = label.value !== ""; });
  const chosen = () => target.value === "" ? undefined : candidates[Number(target.value)];
  const boxes = () => [...offers.querySelectorAll("input:checked")].map(box => chosen().offers[Number(box.value)]);
  function choose() {
    const candidate = chosen();
    const what = candidate?.offers ?? [];
    offers.replaceChildren(...what.map(({ what: word }, place) => h("label", { class: "check" }, h("input", { type: "checkbox", value: String(place), checked: place === 0 || (word === "mute" && what[0].what === "volume") }), h("span", {}, offered(word), " ", h("small", { class: "now" })))));
    showNow();
    if (!isTyped) label.value = candidate ? nameOf(candidate) : "";
    ask();
  }
  /** What the offers show now, such as a volume. */
  const showNow = () => offers.querySelectorAll(".now").forEach((place, index) => { place.textContent = chosen().offers[index].now ?? ""; });
  /** A field for each key that the chosen offers need. What is typed in one stays. */
  function ask() {
    const wanted = [...new Set(boxes().flatMap(({ asks = [] }) => asks))];
    const before = new Map([...asked.querySelectorAll("input")].map(field => [field.name, field.value]));
    asked.replaceChildren(...wanted.map(key => h("label", {}, h("span", {}, say(`map.ask.${key}`)),
      h("input", { type: "text", name: key, value: before.get(key) ?? "", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: key !== "set" }))));
  }
  /** The keys of an offer, with what was typed in its target. */
  const filled = ({ keys, asks = [] }) => keys.map(({ key, value }) => key !== "target" ? { key, value } : {
    key, value: { ...value, ...Object.fromEntries([...asked.querySelectorAll("input")].filter(field => asks.includes(field.name) && field.value.trim()).map(field => [field.name, field.value.trim()])) },
  });
  const submit = async event => {
    event.preventDefault();
    const name = label.value.trim(), id = freeID(name), found = boxes();
    const edits = found.length
      ? found.flatMap(({ what, ...offer }, place) => parameterEdits(place ? `${id}.${what}` : id, place ? `${name.slice(0, LONGEST - offered(what).length - 2)}: ${offered(what)}` : name, filled(offer), chosen().first))
      : parameterEdits(id, name, [{ key: "type", value: "percent" }]);
    if (await propose(say("map.add-parameter"), edits) !== "keep") return;
    isTyped = false;
    // Most people continue with its control.
    one.show(parameters.get(id) ?? { id, label: name, kind: "number" });
  };
  const more = h("p", { class: "hint", hidden: true });
  const element = h("form", { class: "keys", onsubmit: submit }, h("h3", {}, say("map.add-parameter")),
    h("label", {}, h("span", {}, say("map.target")), target), more, offers, asked, h("label", {}, h("span", {}, say("map.key.label")), label),
    h("button", {}, say("map.show")));
  const draw = () => {
    const now = config.state?.candidates ?? [];
    const before = chosen(), isSame = withoutNow(now) === withoutNow(candidates);
    candidates = now;
    more.hidden = !config.state?.more;
    if (config.state?.more) more.textContent = say("map.more", { count: config.state.more });
    if (isSame && target.options.length) return showNow();
    target.replaceChildren(h("option", { value: "" }, say("map.no-target")), ...candidates.map((candidate, place) => h("option", {
      value: String(place), selected: before && candidate.kind === before.kind && candidate.name === before.name,
    }, [nameOf(candidate), candidate.name ? kindOf(candidate) : null, candidate.parameter ? say("map.bound", { id: candidate.parameter }) : null].filter(Boolean).join(" – "))));
    if (!before || withoutNow(chosen()) !== withoutNow(before)) choose(); else showNow();
  };
  return { element, draw };
}

/** The name of a new surface. */
function freeSurface(profile) {
  for (let name = profile, count = 2;; name = `${profile}-${count++}`) if (!config.state.surfaces[name]) return name;
}

function controllers() {
  const list = h("ul", { class: "mapped" });
  const profile = h("select", { required: true });
  const add = (name, match = null) => {
    const surface = freeSurface(name);
    propose(say("map.add-controller"), [...(match ? [{ set: ["surfaces", surface, "match"], to: match }] : []), { set: ["surfaces", surface, "profile"], to: name }]);
  };
  const element = h("form", { class: "keys", onsubmit: event => { event.preventDefault(); add(profile.value); } }, h("h3", {}, say("map.add-controller")), list,
    h("label", {}, h("span", {}, say("map.model")), profile), h("button", {}, say("map.show")));
  let before = "";
  const draw = () => {
    const { controllers: found = [], profiles = [] } = config.state ?? {};
    if (before === (before = JSON.stringify([found, profiles]))) return;
    refill(list, found.map(({ client, port, profile: known, recognized }) => h("li", {}, h("b", {}, h("bdi", {}, client)), known
      ? h("button", { type: "button", "data-key": client, onclick: () => add(known, recognized ? null : port ? { client, port } : client) }, say("map.add", { name: client }))
      : h("small", {}, say("map.unknown-controller")))));
    const now = profile.value;
    profile.replaceChildren(h("option", { value: "" }, say("map.choose")), ...profiles.map(({ name, title }) => h("option", { value: name, selected: name === now }, title)));
  };
  return { element, draw };
}

function pages() {
  const list = h("ul", { class: "mapped" });
  const name = h("input", { type: "text", autocomplete: "off", maxlength: "40", required: true, pattern: "[A-Za-z0-9][A-Za-z0-9_.\\-]*" });
  const submit = event => {
    event.preventDefault();
    const ids = shown().flatMap(([, rows]) => rows.map(row => row.id ?? row.parameter?.id)).filter(Boolean);
    propose(say("map.add-page"), [{ set: ["web", "pages", name.value], to: ids }]);
  };
  const element = h("form", { class: "keys", onsubmit: submit }, h("h3", {}, say("map.add-page")), list, h("p", { class: "hint" }, say("map.page-how")),
    h("label", {}, h("span", {}, say("map.page-name")), name), h("button", {}, say("map.show")));
  const draw = () => refill(list, Object.keys(config.state?.pages ?? {}).map(page => h("li", {}, h("b", {}, h("bdi", {}, page)),
    h("button", { type: "button", "data-key": page, onclick: () => propose(say("map.remove-of", { name: page }), [{ remove: ["web", "pages", page] }]) }, say("map.remove-of", { name: page })))));
  return { element, draw };
}
