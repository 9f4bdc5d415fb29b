// The text that is shown instead of the page if the tab has no key, or a refused one.

import { h } from "../base/dom.js";
import { changed, status } from "../stream/live.js";
import { given } from "../stream/key.js";
import { isHere } from "../base/address.js";
import { isGuest } from "../store/scope.js";
import { say, saying } from "../words/say.js";

export const element = h("div", { class: "door", hidden: true });

export function start(main) {
  const draw = () => {
    const isDenied = status.state === "denied";
    element.hidden = !isDenied;
    main.hidden = isDenied;
    if (isDenied) element.replaceChildren(
      h("h1", {}, say("door.title")),
      why() ? h("p", { role: "status" }, why()) : "",
      h("p", {}, isGuest() || !isHere ? say("door.scan") : saying("door.run", { command: h("code", {}, "faderctl web") })));
  };
  changed.on(draw);
  // Another address was pasted, which may be wrong, too.
  addEventListener("hashchange", draw);
  draw();
}

function why() {
  if (given.instead === "token") return say("door.token");
  if (given.instead) return say("door.no-key");
  return status.reason ? say("door.ended") : "";
}
