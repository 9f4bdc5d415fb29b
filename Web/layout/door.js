// The text that is shown instead of the page if the tab has no key, or a refused one.

import { h } from "../base/dom.js";
import { changed, status } from "../stream/live.js";
import { given } from "../stream/key.js";
import { say } from "../words/say.js";

export const element = h("div", { class: "door", hidden: true });

export function start(main) {
  const draw = () => {
    const isDenied = status.state === "denied";
    element.hidden = !isDenied;
    main.hidden = isDenied;
    if (isDenied) element.replaceChildren(
      h("h1", {}, say("door.title")),
      why() ? h("p", { role: "status" }, why()) : "",
      h("p", {}, "Run ", h("code", {}, "faderctl web"), ": it opens the page with its key, the part of the address after the #. The key ends with that command."));
  };
  changed.on(draw);
  // Another address was pasted, which may be wrong, too.
  addEventListener("hashchange", draw);
  draw();
}

function why() {
  if (given.instead === "token") return "The text after the # in the address is a token. Tokens are for programs and do not belong there, so it was not used.";
  if (given.instead) return "The text after the # in the address is not a key. Perhaps part of it was not copied.";
  return status.reason ? "The key of this page is no longer valid." : "";
}
