// A color: a swatch, and a slider for each of its parts.

import { h } from "../base/dom.js";
import { Slider } from "./slider.js";
import { say } from "../words/say.js";

const NAMES = [say("color.hue"), say("color.saturation"), say("color.lightness")];

/** A color from hue, saturation and lightness, each 0…1. */
export const hsl = (h, s, l) => `hsl(${(h * 360).toFixed(1)} ${(s * 100).toFixed(1)}% ${(l * 100).toFixed(1)}%)`;

/** Black or white, whichever is easier to read on a color such as #ffa500. */
export function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16) / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}

export class Color extends HTMLElement {
  setUp(group, parts, name, openField) {
    this.parts = parts;
    this.swatch = h("div", { class: "swatch", "aria-hidden": "true" });
    // The field is for the whole color, so a number that is typed on a part does not open it.
    const open = isTyped => { if (!isTyped) openField(false); };
    this.sliders = parts.map((part, index) => new Slider().setUp(part, `${name}, ${NAMES[index]}`, open));
    this.append(this.swatch, h("div", { class: "sliders" }, this.sliders.map((slider, index) =>
      h("div", { class: "part" }, h("span", { "aria-hidden": "true" }, NAMES[index][0].toUpperCase()), slider))));
    return this;
  }

  paint() {
    const [hue, saturation, lightness] = this.parts.map(part => part.position ?? 0);
    this.swatch.style.backgroundColor = hsl(hue, saturation, lightness);
    const along = (from, to) => `linear-gradient(to right, ${from}, ${to})`;
    const grooves = [
      `linear-gradient(to right, ${[0, 60, 120, 180, 240, 300, 360].map(degrees => hsl(degrees / 360, 0.7, 0.5)).join(", ")})`,
      along(hsl(hue, 0, lightness), hsl(hue, 1, lightness)),
      `linear-gradient(to right, #000, ${hsl(hue, saturation, 0.5)}, #fff)`,
    ];
    this.sliders.forEach((slider, index) => {
      slider.track.firstChild.style.backgroundImage = grooves[index];
      slider.paint();
    });
  }
}

customElements.define("fd-color", Color);
