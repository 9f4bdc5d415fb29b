// What is behind a value: what it can be, who moved it, what was sent where and why not.

import { h, newID } from "../base/dom.js";
import { askViewed, pathOf } from "../stream/api.js";
import { refresh, takeAnswer, whose } from "../store/parameters.js";
import { complain } from "../layout/toast.js";
import * as panel from "../layout/panel.js";
import { clock } from "./time.js";

const REST = 600;

export function explain(parameter) {
  const content = h("div", { class: "explain" });
  let timer = 0, isOpen = true;
  const load = async () => {
    timer = 0;
    try {
      const [now, told] = await Promise.all([refresh(parameter.id), askViewed("GET", `${pathOf(parameter.id)}/explain`)]);
      if (isOpen) content.replaceChildren(...draw(now, told.decisions));
    } catch (error) {
      if (isOpen) content.replaceChildren(h("p", {}, error.status ? error.message : "The daemon does not answer."));
    }
  };
  // While it moves it would be asked for in vain.
  const end = parameter.changed.on(() => { timer ||= setTimeout(load, REST); });
  panel.show({ name: "explain", title: parameter.label, content, closed: () => { isOpen = false; clearTimeout(timer); end(); } });
  load();
}

function draw(now, decisions) {
  const facts = [
    ["Id", now.id], ["Value", now.text], ["Range", range(now)], ["Default", String(now.default)], ["Step", now.step > 0 ? String(now.step) : null],
    ["Changed by", whose(now)], ["Driven by", now.owner], ["Declared by", now.declaredBy?.join(", ")],
  ].filter(([, text]) => text);
  const heading = newID("decisions");
  return [
    h("dl", {}, facts.map(([name, text]) => [h("dt", {}, name), h("dd", {}, h("bdi", {}, text))]).flat()),
    h("p", {}, h("button", { type: "button", onclick: () => reset(now.id) }, "Back to the default")),
    h("h3", { id: heading }, "What happened"),
    decisions.length ? h("ol", { class: "events", "aria-labelledby": heading }, [...decisions].reverse().map(decision)) : h("p", {}, "Nothing since the daemon started."),
  ];
}

const decision = ({ time, origin, decision, text, control, count }) => h("li", {},
  h("time", { datetime: time }, clock(time)), h("b", {}, decision), h("span", {}, [text, control, `by ${origin}`].filter(Boolean).join(" · ")),
  count > 1 ? h("span", { class: "count" }, `${count} ×`) : null);

const range = ({ min, max, unit }) => min === undefined ? null : `${min === "-inf" ? "−∞" : min} … ${max} ${unit ?? ""}`.trim();

async function reset(id) {
  try {
    takeAnswer(await askViewed("POST", `${pathOf(id)}/reset`));
  } catch (error) {
    complain(error);
  }
}
