// The text that is shown instead of the page if the tab has no token, or a refused one.

import { h } from "../base/dom.js";
import { changed, status } from "../stream/live.js";
import { given } from "../stream/token.js";

export const element = h("div", { class: "door", hidden: true });

export function start(main) {
  const draw = () => {
    const isDenied = status.state === "denied";
    element.hidden = !isDenied;
    main.hidden = isDenied;
    if (isDenied) element.replaceChildren(
      h("h1", {}, "This page needs its token"),
      why() ? h("p", { role: "status" }, why()) : "",
      h("p", {}, "Run ", h("code", {}, "faderctl web"), ": it opens the page with its token, the part of the address after the #."),
      h("p", {}, "If the daemon itself listens here (", h("code", {}, "--listen"), "), run ",
        h("code", {}, "faderctl token show"), " and put the token into the address: ", h("code", {}, `${location.origin}/#TOKEN`)));
  };
  changed.on(draw);
  // Another address was pasted, which may be wrong, too.
  addEventListener("hashchange", draw);
  draw();
}

function why() {
  if (given.isMalformed) return "The text after the # in the address is not a token. Perhaps part of it was not copied.";
  return status.reason ? "The token of this page is no longer valid." : "";
}
