// What is shown without a token, or with one that is refused.

import { h } from "../base/dom.js";
import { changed, status } from "../stream/live.js";

export const element = h("div", { class: "door", hidden: true });

export function start(main) {
  const draw = () => {
    const isDenied = status.state === "denied";
    element.hidden = !isDenied;
    main.hidden = isDenied;
    if (isDenied) element.replaceChildren(
      h("h1", {}, "This page needs its token"),
      h("p", {}, "It is part of the address, behind the #. Run ", h("code", {}, "faderctl web"), " and open the address that it prints."),
      h("p", {}, "If the daemon itself listens here (", h("code", {}, "--listen"), "), open ", h("code", {}, `${location.origin}/#TOKEN`), " with what ", h("code", {}, "faderctl token show"), " prints."),
      status.reason ? h("p", { class: "hint" }, status.reason) : "");
  };
  changed.on(draw);
  draw();
}
