// The connections to OBS: where each leads, its password, and whether OBS has let faderd in.

import { h, refill } from "../base/dom.js";
import { changed as targetsChanged, reportsOf } from "../store/targets.js";
import { say } from "../words/say.js";
import { propose } from "./change.js";
import { config } from "./config.js";

const HOST = "127.0.0.1", PORT = "4455";

/** `HOST:PORT` as {host, port}; an IPv6 address has brackets in the config. */
function parted(address) {
  const [, host, port = PORT] = /^(.*?)(?::(\d+))?$/.exec(address);
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port };
}

const joined = (host, port) => `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** In words: whether a connection is there, or why not. */
export function standing({ name }) {
  const all = reportsOf(name);
  if (!all.length) return { state: "unused", text: say("map.obs.unused") };
  if (all.some(one => one.state !== "absent")) return { state: "connected", text: say("map.obs.connected") };
  return { state: "away", text: all.find(one => one.note)?.note ?? say("map.obs.away") };
}

/** A name for a new connection. */
function freeName() {
  const { obs = [], candidates = [] } = config.state ?? {};
  const taken = new Set([...obs, ...candidates.filter(one => ["osc", "mqtt"].includes(one.kind))].map(one => one.name));
  for (let name = "obs", count = 2;; name = `obs-${count++}`) if (!taken.has(name)) return name;
}

const isUsed = name => Object.values(config.state.parameters).some(({ target }) => [target].flat().some(one => one?.obs === name));

/** `newParameter(label, keys)`: the edits that write a parameter. */
export function connections(newParameter) {
  const list = h("ul", { class: "mapped" });
  const which = h("select", { onchange: () => fill() });
  const host = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true, value: HOST, maxlength: "253" });
  const port = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{1,5}", autocomplete: "off", required: true, value: PORT });
  const password = h("input", { type: "password", autocomplete: "new-password", maxlength: "1024" });
  const label = h("label", {}, h("span", {}, say("map.obs.which")), which);
  const known = () => config.state?.obs ?? [];
  function fill() {
    const one = known().find(({ name }) => name === which.value);
    const place = one ? parted(one.address) : { host: HOST, port: PORT };
    [host.value, port.value, password.value] = [place.host, place.port, ""];
    password.placeholder = one ? say("map.obs.as-it-is") : "";
  }
  const submit = async event => {
    event.preventDefault();
    const name = which.value || freeName();
    const connection = { name, address: joined(host.value.trim(), port.value.trim()), ...(password.value ? { password: password.value } : {}) };
    // Without a parameter nothing would connect, and nobody would learn whether the password is right.
    const edits = isUsed(name) ? [] : newParameter(say("map.obs.scene"), [{ key: "kind", value: "choice" }, { key: "target", value: { obs: name, scene: "program" } }]);
    if (await propose(say("map.obs.connect"), edits, { through: { path: "/config/obs", body: connection } }) !== "keep") return;
    password.value = "";
    which.value = name;
  };
  const element = h("form", { class: "keys", onsubmit: submit }, h("h3", {}, say("map.obs.connect")), list, label,
    h("label", {}, h("span", {}, say("map.obs.host")), host), h("label", {}, h("span", {}, say("map.obs.port")), port),
    h("label", {}, h("span", {}, say("map.obs.password")), password), h("p", { class: "hint" }, say("map.obs.how")), h("button", {}, say("map.show")));
  const drawList = () => refill(list, known().map(one => {
    const { state, text } = standing(one);
    return h("li", {}, h("b", {}, h("bdi", {}, one.name)), h("small", { dir: "ltr" }, one.address), h("small", { class: `obs-state ${state}`, role: "status" }, h("bdi", {}, text)));
  }));
  let before = "";
  const draw = () => {
    drawList();
    if (before === (before = JSON.stringify(known()))) return;
    const now = which.value;
    which.replaceChildren(h("option", { value: "" }, say("map.obs.new")), ...known().map(({ name }) => h("option", { value: name }, name)));
    which.value = known().some(({ name }) => name === now) ? now : "";
    label.hidden = !known().length;
    if (which.value !== now) fill();
  };
  const ends = [targetsChanged.on(drawList)];
  return { element, draw, end: () => { for (const end of ends) end(); } };
}
