// The panel that explains a value: what it can be, who moved it, and what was sent where or why not.

import { kindOf } from "../store/kinds.js";
import { h, newID, refill } from "../base/dom.js";
import { askViewed, pathOf } from "../stream/api.js";
import { moved, parameters, refresh, reshaped, whose } from "../store/parameters.js";
import { isPageKey } from "../store/scope.js";
import { troubleOf } from "../store/targets.js";
import { spell } from "../base/number.js";
import { caption } from "../values/captions.js";
import { reset } from "../values/thumb.js";
import * as panel from "../layout/panel.js";
import { reasonOf } from "../layout/toast.js";
import { clock } from "./time.js";
import { say } from "../words/say.js";

const REST = 600;

/** `all`: the parameters that are shown together with it. The panel leads to each of them. */
export function explain(parameter, all = []) {
  const content = h("div", { class: "explain" });
  let timer = 0, isOpen = true;
  const { id } = parameter;
  const load = async () => {
    timer = 0;
    try {
      // “default” can be typed as a value, so a check of it gives the text of the default.
      const [now, told, standard] = await Promise.all([refresh(id),
        isPageKey() ? { decisions: null } : askViewed("GET", `${pathOf(id)}/explain`),
        kindOf(parameter).isPressed ? {} : askViewed("POST", `${pathOf(id)}/check`, { text: "default" })]);
      if (isOpen) refill(content, [...draw(now, kindOf(now).defaultText(now, standard.text), told), ...others(parameter, all)]);
    } catch (error) {
      if (isOpen) content.replaceChildren(h("p", {}, reasonOf(error)));
    }
  };
  // Waits a little, because while the value moves every answer is outdated at once.
  const soon = () => { timer ||= setTimeout(load, REST); };
  // Compares ids, because a reload of the config may have replaced the parameter object.
  const ends = [moved.on(all => { if (all.some(one => one.id === id)) soon(); }), reshaped.on(() => { panel.retitle(parameters.get(id)?.label ?? parameter.label); soon(); })];
  panel.show({ name: "explain", title: parameter.label, content, closed: () => {
    isOpen = false;
    clearTimeout(timer);
    for (const end of ends) end();
  } });
  load();
}

/** The buttons that lead to the parameters shown together with this one. */
const others = (parameter, all) => all.length < 2 ? [] : [h("h3", {}, say("explain.together")), h("p", { class: "together" },
  all.filter(one => one !== parameter).map(one => h("button", { "data-key": `to ${one.id}`, onclick: () => explain(one, all) }, h("bdi", {}, caption(one, parameter.label, all)))))];

/** In words: one target of a value, and what was last written there and read. */
function boundTo(target) {
  const { written, read, matched, note } = target;
  const trouble = troubleOf(target)?.text;
  return [trouble ?? `${target.target}${matched.length ? ` (${matched.join(", ")})` : ""}`,
    trouble?.includes(note) ? null : note, written && say("explain.written", { text: written }), read && say("explain.read", { text: read })].filter(Boolean).join("; ");
}

function draw(now, standard, { decisions, target, targets = target ? [target] : [] }) {
  const isFull = !isPageKey();
  const facts = [
    [say("explain.id"), isFull && now.id], [say("explain.value"), now.text], [say("explain.range"), range(now)], [say("explain.default"), standard],
    [say("explain.step"), isFull && kindOf(now).hasTravel && now.step > 0 ? spell(now.step) : null],
    [say("explain.changed-by"), whose(now)], [say("explain.driven-by"), isFull && now.owner],
    ...targets.map((one, place) => [place ? say("explain.also-bound-to") : say("explain.bound-to"), boundTo(one)]),
    [say("explain.declared-by"), isFull && now.declaredBy?.join(", ")], [say("explain.on-displays"), isFull && now.short],
  ].filter(([, text]) => text);
  const heading = newID("decisions");
  return [
    h("dl", {}, facts.map(([name, text]) => [h("dt", {}, name), h("dd", {}, h("bdi", {}, text))]).flat()),
    ...(kindOf(now).isPressed ? [] : [h("p", {}, h("button", { "data-key": "reset", onclick: () => reset(now.id) }, say("explain.reset")))]),
    // The key of a page is not told what others did.
    ...(decisions ? [h("h3", { id: heading }, say("explain.happened")),
    decisions.length ? h("ol", { class: "events", "aria-labelledby": heading }, [...decisions].reverse().map(decision)) : h("p", {}, say("explain.nothing"))] : []),
  ];
}

const decision = ({ time, origin, by, decision, text, control, count }) => h("li", {},
  h("time", { datetime: time }, clock(time)), h("b", {}, decision), h("span", {}, [text, control, say("by", { who: by ?? origin })].filter(Boolean).join(" · ")),
  count > 1 ? h("span", { class: "count" }, `${count} ×`) : null);

const range = now => kindOf(now).hasTravel ? `${now.min === "-inf" ? "−∞" : spell(now.min)} … ${spell(now.max)} ${now.unit}`.trim() : null;
