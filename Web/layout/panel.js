// The drawer at the side, which shows one panel at a time. On a phone it covers the page.

import { h, iconButton, set, write } from "../base/dom.js";
import { Signal } from "../base/signal.js";
import { say } from "../words/say.js";

const title = h("h2", { id: "panel-title", tabindex: "-1" });
/** The content of the panel, inside the part that scrolls. */
export const content = h("div");
export const element = h("aside", { class: "panel", "aria-labelledby": "panel-title", hidden: true },
  h("header", {}, title, iconButton("close", say("panel.close"), () => close())), h("div", { class: "body" }, content));
export const changed = new Signal();

let now = null;
let opener = null;

/** The name of the open panel; null if none is open. */
export const open = () => now?.name ?? null;

/** Shows a panel: {name, title, content, closed()}. Moves the focus to its heading, so that keyboards and screen readers continue there. */
export function show(panel) {
  if (!element.contains(document.activeElement)) opener = document.activeElement;
  now?.closed?.();
  now = panel;
  write(title, panel.title);
  content.replaceChildren(panel.content);
  set(element, { hidden: null, "data-panel": panel.name });
  document.documentElement.dataset.panel = panel.name;
  title.focus({ preventScroll: true });
  changed.emit();
}

/** Gives the open panel another title. */
export const retitle = text => write(title, text);

export function close() {
  if (!now) return;
  const hadFocus = element.contains(document.activeElement);
  now.closed?.();
  now = null;
  set(element, { hidden: true });
  delete document.documentElement.dataset.panel;
  if (hadFocus) (opener?.isConnected ? opener : successor())?.focus({ preventScroll: true });
  changed.emit();
}

/** The label of the row that a reload has put in place of the one from which the panel was opened. */
const successor = () => document.querySelector(`[data-id="${CSS.escape(opener?.closest("[data-id]")?.dataset.id ?? "")}"] .name`);

/** Shows the panel that `make` makes, or closes it if it is open. */
export const toggle = (name, make) => name === open() ? close() : show({ name, ...make() });
