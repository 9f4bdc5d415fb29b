// The mapping mode: a button at the top switches it on, and then the name of a row opens the mapping of its parameter.

import { iconButton, set } from "../base/dom.js";
import * as panel from "../layout/panel.js";
import { parameters } from "../store/parameters.js";
import { say } from "../words/say.js";
import * as file from "./config.js";
import * as overview from "./overview.js";
import * as one from "./parameter.js";

/** Hidden where this page cannot map. */
export const button = iconButton("map", say("map.title"), () => toggle(!isOn()), { "aria-pressed": "false", "data-maps": "", hidden: true });

const isOn = () => document.documentElement.hasAttribute("data-mapping");

function toggle(isOn) {
  document.documentElement.toggleAttribute("data-mapping", isOn);
  set(button, { "aria-pressed": String(isOn) });
  file.follow(isOn);
  if (isOn) overview.show();
  else if (overview.isOpen() || one.isOpen()) panel.close();
}

/** `list`: the part of the page that has the rows. */
export function start(list) {
  file.start();
  file.changed.on(() => {
    button.hidden = !file.config.state;
    if (button.hidden && isOn()) toggle(false);
  });
  list.addEventListener("click", event => {
    const id = isOn() && event.target.closest(".name")?.closest("[data-id]")?.dataset.id;
    if (!id || !parameters.has(id)) return;
    event.stopPropagation();
    one.show(parameters.get(id));
  }, true);
}
