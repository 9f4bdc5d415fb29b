// A number of a mixer strip that is not its fader, such as a pan: a ring, its name and its value. It is turned by dragging up and down.

import { makeRing } from "../base/ring.js";
import { draggable } from "../values/drag.js";
import { Hold } from "../values/hold.js";
import { Thumb } from "../values/thumb.js";
import { beginOf } from "./roles.js";

// Pixels from end to end.
const TRAVEL = 200;

export class Ring extends HTMLElement {
  #hold = null;

  setUp(parameter, name, openField) {
    this.parameter = parameter;
    this.thumb = new Thumb(parameter, name, openField, true);
    this.thumb.element.className = "turned";
    this.drawing = makeRing();
    this.thumb.element.append(this.drawing.element);
    this.append(this.thumb.element);
    this.addEventListener("wheel", event => this.thumb.turn(event), { passive: false });
    const stop = () => { this.#hold = null; drag.stop(); this.paint(); this.toggleAttribute("data-dragged", false); };
    const drag = draggable(this, {
      isUpright: true, travel: () => TRAVEL,
      begin: () => {
        this.thumb.element.focus({ preventScroll: true });
        this.#hold = new Hold(parameter.id, { "": parameter }, stop);
        this.toggleAttribute("data-dragged", true);
        return true;
      },
      move: delta => { this.#hold?.move(delta); this.paint(); },
      end: () => { this.#hold?.end(); stop(); },
      cancel: () => { this.#hold?.cancel(); stop(); },
    });
    return this;
  }

  paint() {
    const held = this.#hold && !(this.parameter.step > 0) ? this.#hold.positions[""] : undefined;
    this.drawing.show(held ?? this.parameter.position ?? 0, beginOf(this.parameter));
    this.thumb.speak();
  }
}

customElements.define("fd-ring", Ring);
