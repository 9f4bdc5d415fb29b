// A number of a mixer strip that is not its fader, such as a pan: a ring, its name and its value. It is turned by dragging up and down.

import { makeRing } from "../base/ring.js";
import { holdable } from "../values/held.js";
import { Thumb } from "../values/thumb.js";
import { beginOf } from "./roles.js";

// Pixels from end to end.
const TRAVEL = 200;

export class Ring extends HTMLElement {
  #drag;

  setUp(parameter, name, openField) {
    this.parameter = parameter;
    this.thumb = new Thumb(parameter, name, openField, true);
    this.thumb.element.className = "turned";
    this.drawing = makeRing();
    this.thumb.element.append(this.drawing.element);
    this.append(this.thumb.element);
    this.addEventListener("wheel", event => this.thumb.turn(event), { passive: false });
    this.#drag = holdable(this, {
      isUpright: true, travel: () => TRAVEL, thumbs: [this.thumb],
      grasp: () => ({ id: parameter.id, parts: { "": parameter }, thumb: this.thumb }),
    });
    return this;
  }

  paint() {
    const held = this.parameter.step > 0 ? undefined : this.#drag.positions[""];
    this.drawing.show(held ?? this.parameter.position ?? 0, beginOf(this.parameter));
    this.thumb.speak();
  }
}

customElements.define("fd-ring", Ring);
