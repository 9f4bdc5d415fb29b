// The meter beside a fader: how high it is, and the highest of the last seconds.

import { h, set } from "../base/dom.js";
import { spell } from "../base/number.js";
import { Scale } from "../store/scale.js";

// How long the mark of the highest level stays, in ms.
const STAY = 1500;
const SPOKEN_REST = 1000;
// The deflection of a meter, in percent up to 115, for decibels: the law of IEC 60268-18, as on the meters of surfaces.
const LAW = [[0, -70], [2.5, -60], [7.5, -50], [15, -40], [30, -30], [50, -20], [115, 6]];
const decibels = new Scale({ min: -70, max: 6, taper: { points: LAW.map(([deflection, level]) => [deflection / 115, level]) } });

export class Meter {
  #level = 0;
  #peak = 0;
  #falling = 0;
  #speaking = 0;
  #text = "";
  #bar = h("div", { class: "bar" });
  #mark = h("div", { class: "peak" });

  constructor(name) {
    this.element = h("div", { class: "meter", role: "meter", "aria-label": name, "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "0" }, this.#bar, this.#mark);
    this.#hold(0);
  }

  /** Draws a level, 0…1 of the meter's height, with its text for screen readers. */
  show(level, text) {
    [this.#level, this.#text] = [level, text];
    // The bar covers the colors from above, so that each keeps its place.
    this.#bar.style.transform = `scaleY(${(1 - level).toFixed(4)})`;
    if (level > this.#peak) this.#hold(level);
    else if (level < this.#peak) this.#falling ||= setTimeout(() => this.#hold(this.#level), STAY);
    this.#speaking ||= setTimeout(() => {
      this.#speaking = 0;
      set(this.element, { "aria-valuenow": String(Math.round(this.#level * 100)), "aria-valuetext": this.#text });
    }, SPOKEN_REST);
  }

  /** Draws a level in decibels below full scale. From 0 dB on, where the sound is clipped, the meter is full. */
  showLevel(level) { this.show(level < 0 ? decibels.position(level) : 1, level === -Infinity ? "−∞ dB" : `${spell(level)} dB`); }

  #hold(peak) {
    clearTimeout(this.#falling);
    this.#falling = 0;
    this.#peak = peak;
    this.#mark.style.transform = `translateY(${((1 - peak) * 100).toFixed(2)}%)`;
  }
}
