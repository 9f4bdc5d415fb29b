// The banner, which says that the shown values may be old, and why. Without the daemon nothing can be moved.

import { h, write } from "../base/dom.js";
import { changed, retry, status } from "../stream/live.js";
import { forget } from "../store/sender.js";
import { isGuest } from "../store/scope.js";
import { block } from "./blocked.js";
import { say } from "../words/say.js";

const words = h("span", { role: "status" });
// The seconds are hidden from screen readers, which would read each of them aloud.
const count = h("span", { "aria-hidden": "true", class: "count" });
const button = h("button", { onclick: retry }, say("banner.retry"));
export const element = h("div", { class: "banner", hidden: true }, words, count, button);

let since = 0;
let timer = 0;

/** `main`: the part of the page that is dimmed while it may be old. */
export function start(main) {
  changed.on(({ state }) => {
    const isLost = state === "lost" || state === "starting";
    // A page that is shown again has its state within a moment. Until then it is not dimmed, which would flash, but its values may be old.
    block("lost", isLost || state === "hidden");
    main.classList.toggle("stale", isLost || state === "paused");
    if (state === "lost") {
      since ||= performance.now();
      forget();
    } else if (state === "live") since = 0;
    element.hidden = state !== "lost" && state !== "paused";
    button.hidden = state !== "lost";
    clearInterval(timer);
    if (!element.hidden) {
      tick();
      timer = setInterval(tick, 250);
    }
  });
}

function tick() {
  if (status.state === "paused") {
    write(words, say("banner.paused"));
    return write(count, "");
  }
  const gone = Math.floor((performance.now() - since) / 1000);
  const left = Math.max(0, Math.ceil((status.until - performance.now()) / 1000));
  write(words, isGuest() ? say("banner.lost-guest") : status.reason ? `${status.reason}.` : say("banner.lost"));
  write(count, left ? say("banner.next", { gone, left }) : say("banner.trying", { gone }));
}
