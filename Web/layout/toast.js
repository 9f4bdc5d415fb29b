// A short message at the bottom of the page.

import { h } from "../base/dom.js";
import { Unanswered, isUnheard } from "../stream/api.js";
import { isGuest } from "../store/scope.js";
import { status } from "../stream/live.js";
import { say } from "../words/say.js";

const LINGER = 5000;
const MOMENT = 300;
const box = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
let timer = 0;

export const element = box;

/** Shows a sentence, with a button if there is something to do about it: {name, action}. */
export function tell(sentence, button = null) {
  clearTimeout(timer);
  box.replaceChildren(h("div", { class: "toast" }, h("span", {}, h("bdi", {}, sentence)),
    button && h("button", { onclick: () => { box.replaceChildren(); button.action(); } }, button.name)));
  timer = setTimeout(fade, LINGER);
}

/** Removes the sentence, but not while its button has the focus or a mouse is on it. After a tap, browsers say that a finger is still there. */
function fade() {
  if (box.matches(":focus-within") || box.matches(":hover") && matchMedia("(hover: hover)").matches) timer = setTimeout(fade, MOMENT); else box.replaceChildren();
}

/** Why a request failed. A musician does not know what a daemon is. */
export const reasonOf = error => isGuest() && isUnheard(error) ? say("unanswered-guest") : error.status || error instanceof Unanswered ? error.message : say("unanswered");

/** Shows why the daemon refused something, or that it did not answer; without a connection, the banner says so instead. */
export function complain(error) {
  if (error.problem?.type === "urn:faderd:in-hand") tell(say("toast.in-hand"));
  else if (error.status || error instanceof Unanswered) tell(reasonOf(error));
  else if (error.name === "TypeError") sayIfLive();
  else if (error.name !== "AbortError") tell(String(error.message ?? error));
}

// The stream of a daemon that is gone ends at about the same time as its other connections.
const sayIfLive = () => setTimeout(() => { if (status.state === "live") tell(reasonOf(new Unanswered())); }, MOMENT);
