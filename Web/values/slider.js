// The slider of a number or an integer: a track, a handle and marks.

import { h } from "../base/dom.js";
import { draggable, travelOf } from "./drag.js";
import { Hold } from "./hold.js";
import { Ghosts } from "./standing.js";
import { Thumb } from "./thumb.js";

export class Slider extends HTMLElement {
  #hold = null;

  setUp(parameter, name, openField) {
    this.parameter = parameter;
    this.thumb = new Thumb(parameter, name, openField);
    this.fill = h("div", { class: "fill" });
    this.track = h("div", { class: "track" }, h("div", { class: "groove" }), this.fill, this.thumb.element);
    this.ghosts = new Ghosts(this.track);
    this.dir = "ltr";
    this.classList.add("slider");
    this.append(this.track, marks(parameter.scale));
    this.addEventListener("wheel", event => this.thumb.turn(event), { passive: false });
    const stop = () => { this.#hold = null; drag.stop(); this.paint(); this.toggleAttribute("data-dragged", false); };
    const drag = draggable(this, {
      travel: () => travelOf(this.track),
      begin: event => {
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
    // During a drag the handle is where the pointer has moved it. A value with steps is drawn where the daemon says.
    const held = this.#hold && !(this.parameter.step > 0) ? this.#hold.positions[""] : undefined;
    const position = held ?? this.parameter.position ?? 0;
    this.thumb.place(position);
    paintFill(this.fill, this.parameter.scale?.origin ?? 0, position);
    this.ghosts.paint([this.parameter.id]);
    this.thumb.speak();
  }
}

/** Draws the bar from one position to another. */
export function paintFill(fill, from, to) {
  fill.style.transform = `translateX(${(Math.min(from, to) * 100).toFixed(3)}cqw) scaleX(${Math.abs(to - from).toFixed(5)})`;
}

/** The marks below a track: round values. */
export function marks(scale) {
  const found = scale ? scale.marks() : [];
  return h("div", { class: "marks", "aria-hidden": "true" }, found.map(({ position, text, from }) => {
    const mark = h("span", { "data-from": String(from) }, text);
    mark.style.insetInlineStart = `${(position * 100).toFixed(2)}%`;
    return mark;
  }));
}

customElements.define("fd-slider", Slider);
