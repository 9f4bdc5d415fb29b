// A page for volunteers: faders, mutes, triggers and recalls work, everything else is refused. Kept in the browser, so that a restart does not end it. It guards against
// mistakes, not against people: whoever may not do more gets the key of a page.

import { iconButton, set } from "../base/dom.js";
import { isPageKey, scope } from "../store/scope.js";
import { limit } from "../stream/api.js";
import { question } from "./dialog.js";
import { tell } from "./toast.js";
import { say } from "../words/say.js";

const LIMITED = "faderd.limited";

const isLimited = () => !isPageKey() && localStorage.getItem(LIMITED) !== null;

export const button = iconButton("desk", say("limited.begin"), () => toggle(), { "aria-pressed": "false" });

/** A move of a fader, a step of it, a mute, a press, a recall. */
function allows(method, path, body) {
  const [place] = path.split("?");
  if (/^\/v1\/(recall-next|snapshots\/[^/]+\/recall)$/.test(place)) return true;
  const [, , , , act] = place.split("/");
  if (!place.startsWith("/v1/parameters/")) return false;
  if (method === "PUT") return act === undefined && (body?.position !== undefined || typeof body?.value === "boolean");
  return act === "step" || act === "press" || act === "check";
}

async function toggle() {
  // A hand on the glass must not end it.
  if (isLimited() && !await question(say("limited.question"), say("limited.end"))) return;
  if (isLimited()) localStorage.removeItem(LIMITED); else localStorage.setItem(LIMITED, "yes");
  draw();
  tell(say(isLimited() ? "limited.on" : "limited.off"));
}

function draw() {
  const is = document.documentElement.toggleAttribute("data-limited", isLimited());
  limit.allows = is ? allows : null;
  const name = say(is ? "limited.end" : "limited.begin");
  set(button, { "aria-pressed": String(is), "aria-label": name, title: name });
}

export function start() {
  draw();
  scope.changed.on(draw);
  // Another tab has begun or ended it.
  addEventListener("storage", event => { if (event.key === LIMITED) draw(); });
}
