// A short message at the bottom of the page.

import { h } from "../base/dom.js";

const LINGER = 5000;
const box = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
let timer = 0;

export const element = box;

/** Shows a sentence, with a button if there is something to do about it: {name, action}. */
export function say(sentence, button = null) {
  clearTimeout(timer);
  box.replaceChildren(h("div", { class: "toast" }, h("span", {}, h("bdi", {}, sentence)),
    button && h("button", { onclick: () => { box.replaceChildren(); button.action(); } }, button.name)));
  timer = setTimeout(() => box.replaceChildren(), LINGER);
}

/** Shows why the daemon refused something. If the daemon does not answer, the banner says so instead. */
export function complain(error) {
  if (error.problem?.type === "urn:faderd:in-hand") say("not moved: a hand is on it");
  else if (error.status) say(error.message);
  else if (error.name !== "TypeError" && error.name !== "AbortError") say(String(error.message ?? error));
}
