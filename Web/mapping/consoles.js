// The mixing consoles: those of the config, those that answer in the network, and what a new one brings along.

import { h, refill } from "../base/dom.js";
import { ask } from "../stream/api.js";
import { changed as targetsChanged } from "../store/targets.js";
import { say } from "../words/say.js";
import { propose } from "./change.js";
import { config } from "./config.js";
import { standing } from "./obs.js";

const field = attributes => h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...attributes });

export function section() {
  const list = h("ul", { class: "mapped" }), found = h("ul", { class: "mapped" });
  const outcome = h("p", { class: "hint", role: "status" });
  const address = field({ required: true, maxlength: "253", placeholder: "192.168.1.10" });
  const surface = h("select"), surfaceLabel = h("label", {}, h("span", {}, say("map.console.surface")), surface);
  const buses = field({ maxlength: "5", pattern: "[0-9]{1,2}(-[0-9]{1,2})?", placeholder: "1-4" });
  const mix = field({ maxlength: "40", pattern: "[a-z0-9]+(-[a-z0-9]+)*", required: true, value: "mon" });
  const look = h("button", { type: "button", onclick: () => search() }, say("map.console.search"));
  async function search() {
    look.disabled = true;
    outcome.textContent = say("map.hint.begin");
    const place = address.value.trim();
    try {
      const { consoles, problem } = await ask("POST", "/config/consoles", place ? { address: place } : {});
      outcome.textContent = consoles.length ? "" : problem ?? say("map.console.nobody");
      refill(found, consoles.map(one => h("li", {}, h("b", {}, h("bdi", {}, one.name)), h("small", {}, h("bdi", {}, `${one.model} – ${one.address}`)),
        h("button", { type: "button", "data-key": one.address, onclick: () => { address.value = one.address; address.focus(); } }, say("map.console.choose", { name: one.name })))));
    } catch (error) { outcome.textContent = error.message; }
    look.disabled = false;
  }
  const submit = async event => {
    event.preventDefault();
    const body = { address: address.value.trim(), ...(surface.value ? { surface: surface.value } : {}), ...(buses.value ? { sends: [`${mix.value}=${buses.value}`] } : {}) };
    if (await propose(say("map.console.add"), [], { through: { path: "/config/consoles/add", body } }) !== "keep") return;
    refill(found, []);
    [address.value, buses.value] = ["", ""];
  };
  const element = h("form", { class: "keys", onsubmit: submit }, h("h3", {}, say("map.console.add")), list, found, outcome, h("p", {}, look),
    h("label", {}, h("span", {}, say("map.console.address")), address), surfaceLabel,
    h("label", {}, h("span", {}, say("map.console.buses")), buses), h("label", {}, h("span", {}, say("map.console.mix")), mix),
    h("p", { class: "hint" }, say("map.console.how")), h("button", {}, say("map.show")));
  const remove = name => propose(say("map.remove-of", { name }), [], { through: { path: "/config/consoles/remove", body: { name } } });
  const drawList = () => refill(list, (config.state?.consoles ?? []).map(one => {
    const { state, text } = standing(one);
    return h("li", {}, h("b", {}, h("bdi", {}, one.name)), h("small", { dir: "ltr" }, one.address), h("small", { class: `obs-state ${state}`, role: "status" }, h("bdi", {}, text)),
      h("button", { type: "button", "data-key": one.name, onclick: () => remove(one.name) }, say("map.remove-of", { name: one.name })));
  }));
  let before = "";
  const draw = () => {
    drawList();
    const names = Object.keys(config.state?.surfaces ?? {});
    if (before === (before = JSON.stringify(names))) return;
    const now = surface.value;
    surface.replaceChildren(h("option", { value: "" }, say("map.console.free")), ...names.map(name => h("option", { value: name, selected: name === now }, name)));
    surfaceLabel.hidden = names.length < 2;
  };
  const end = targetsChanged.on(drawList);
  return { element, draw, end };
}
