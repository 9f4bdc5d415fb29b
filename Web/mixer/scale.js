// The scale of the faders, once at the left of the strips: that of most of them. A fader with another one has its numbers beside itself.

import { h, set, write } from "../base/dom.js";
import { marks } from "../values/slider.js";

/** What two faders must have in common to have the same scale. */
const shapeOf = ({ min, max, taper, unit }) => JSON.stringify([min, max, taper, unit]);

/** Returns {element, show(strips)}. */
export function makeScale() {
  const unit = h("div", { class: "unit" });
  const well = h("div", { class: "well upright" });
  const element = h("div", { class: "scale", "aria-hidden": "true" }, h("div", { class: "head" }), h("div", { class: "switches" }), h("div", { class: "level" }, unit, well), h("div", { class: "name" }));
  let shown = "";
  const show = strips => {
    const counts = new Map();
    const faders = strips.map(strip => strip.roles.fader).filter(Boolean);
    for (const fader of faders) counts.set(shapeOf(fader), (counts.get(shapeOf(fader)) ?? 0) + 1);
    const [most] = [...counts].reduce((best, one) => one[1] > best[1] ? one : best, ["", 0]);
    for (const strip of strips) strip.toggleAttribute("data-common", !!strip.roles.fader && shapeOf(strip.roles.fader) === most);
    if (most === shown) return;
    shown = most;
    const fader = faders.find(one => shapeOf(one) === most);
    write(unit, fader?.unit ?? "");
    well.replaceChildren(...(fader ? [marks(fader.scale, true)] : []));
    set(element, { hidden: !fader });
  };
  return { element, show };
}
