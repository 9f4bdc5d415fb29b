// The big buttons for a show: the previous and the next snapshot, and what the next one would change.

import { h, set, write } from "../base/dom.js";
import { joined } from "../base/signal.js";
import { moved } from "../store/parameters.js";
import { changed, contents, has, recallNext, snapshots } from "../store/snapshots.js";
import { effect } from "./compare.js";
import { recalling } from "./recalls.js";
import { say } from "../words/say.js";

const REST = 600;

/** Returns {element, end()}. `over()`: the seconds of a recall; undefined: its own; null: there is a mistake. */
export function makeShow(over) {
  const button = by => {
    const name = h("bdi", { class: "which" });
    const step = () => {
      const seconds = over();
      if (seconds !== null) recalling(() => recallNext(by, seconds));
    };
    return { name, element: h("button", { class: by > 0 ? "main" : null, onclick: step }, h("span", {}, say(by > 0 ? "show.next" : "show.previous")), name) };
  };
  const [previous, next] = [button(-1), button(1)];
  const preview = h("p", { class: "hint" });
  const element = h("div", { class: "show" }, previous.element, next.element, preview);
  const look = joined(async () => {
    const name = snapshots.place.next;
    // The place of `recall-next` arrives after the list. Until then, `name` may be that of a snapshot that was just deleted.
    const found = has(name) && await contents(name).catch(() => null);
    if (snapshots.place.next === name) write(preview, found ? say("show.would", { effect: effect(found) }) : "");
  }, REST);
  const draw = () => {
    element.hidden = !snapshots.list.length;
    for (const [one, name] of [[previous, snapshots.place.previous], [next, snapshots.place.next]]) {
      write(one.name, name ?? "–");
      const isFocused = document.activeElement === one.element;
      set(one.element, { disabled: !name });
      // A button that becomes disabled would lose the focus to the page.
      if (isFocused && !name) (one === next ? previous : next).element.focus({ preventScroll: true });
    }
    look();
  };
  const ends = [changed.on(draw), moved.on(look)];
  draw();
  return { element, end: () => { for (const end of ends) end(); } };
}
