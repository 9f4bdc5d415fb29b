// The meter beside a fader: how high it is, and the highest of the last seconds.

import { h, set } from "../base/dom.js";

// How long the mark of the highest level stays, in ms.
const STAY = 1500;
const SPOKEN_REST = 1000;

export class Meter {
  #level = 0;
  #peak = 0;
  #falling = 0;
  #speaking = 0;
  #bar = h("div", { class: "bar" });
  #mark = h("div", { class: "peak" });

  constructor(name) {
    this.element = h("div", { class: "meter", role: "meter", "aria-label": name, "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "0" }, this.#bar, this.#mark);
    this.#hold(0);
  }

  /** Draws a level, 0…1 of the meter's height, with its text for screen readers. */
  show(level, text) {
    this.#level = level;
    // The bar covers the colors from above, so that each keeps its place.
    this.#bar.style.transform = `scaleY(${(1 - level).toFixed(4)})`;
    if (level > this.#peak) this.#hold(level);
    else if (level < this.#peak) this.#falling ||= setTimeout(() => this.#hold(this.#level), STAY);
    this.#speaking ||= setTimeout(() => {
      this.#speaking = 0;
      set(this.element, { "aria-valuenow": String(Math.round(level * 100)), "aria-valuetext": text });
    }, SPOKEN_REST);
  }

  #hold(peak) {
    clearTimeout(this.#falling);
    this.#falling = 0;
    this.#peak = peak;
    this.#mark.style.transform = `translateY(${((1 - peak) * 100).toFixed(2)}%)`;
  }
}
