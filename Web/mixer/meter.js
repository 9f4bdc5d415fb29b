// The meter beside a fader: how high it is, and the highest of the last seconds.

import { h, set } from "../base/dom.js";

// How long the mark of the highest level stays, in ms.
const STAY = 1500;
const SPOKEN_REST = 1000;

export class Meter {
  #peak = 0;
  #since = 0;
  #speaking = 0;
  #bar = h("div", { class: "bar" });
  #mark = h("div", { class: "peak" });

  constructor(name) {
    this.element = h("div", { class: "meter", role: "meter", "aria-label": name, "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "0" }, this.#bar, this.#mark);
  }

  /** Draws a level, 0…1 of the meter's height, with its text for screen readers. */
  show(level, text) {
    const now = performance.now();
    if (level >= this.#peak || now - this.#since > STAY) {
      this.#peak = level;
      this.#since = now;
    }
    // The bar covers the colors from above, so that each keeps its place.
    this.#bar.style.transform = `scaleY(${(1 - level).toFixed(4)})`;
    this.#mark.style.transform = `translateY(${((1 - this.#peak) * 100).toFixed(2)}cqh)`;
    this.#speaking ||= setTimeout(() => {
      this.#speaking = 0;
      set(this.element, { "aria-valuenow": String(Math.round(level * 100)), "aria-valuetext": text });
    }, SPOKEN_REST);
  }
}
