// The slider of a number or an integer: a track, a handle and marks. Upright, it is the fader of a mixer strip.

import { h } from "../base/dom.js";
import { travelOf } from "./drag.js";
import { membersOf } from "../store/parameters.js";
import { holdable } from "./held.js";
import { moveTo } from "./paint.js";
import { Ghosts } from "./standing.js";
import { Thumb } from "./thumb.js";

export class Slider extends HTMLElement {
  #drag;

  setUp(parameter, name, openField, isUpright = false) {
    Object.assign(this, { parameter, isUpright });
    this.thumb = new Thumb(parameter, name, openField, isUpright);
    this.fill = h("div", { class: "fill" });
    this.reach = parameter.of ? h("div", { class: "reach", "aria-hidden": "true" }) : null;
    this.track = h("div", { class: "track" }, ...[h("div", { class: "groove" }), this.reach, this.fill, this.thumb.carrier].filter(Boolean));
    this.ghosts = new Ghosts(this.track, isUpright);
    this.dir = "ltr";
    this.classList.add("slider");
    this.classList.toggle("upright", isUpright);
    this.append(this.track, marks(parameter.scale, isUpright));
    this.addEventListener("wheel", event => this.thumb.turn(event), { passive: false });
    this.#drag = holdable(this, {
      isUpright, travel: () => travelOf(this.track, isUpright), thumbs: [this.thumb],
      grasp: () => ({ id: parameter.id, parts: { "": parameter }, thumb: this.thumb }),
    });
    return this;
  }

  paint() {
    // During a drag the handle is where the pointer has moved it. A value with steps is drawn where the daemon says.
    const held = this.parameter.step > 0 ? undefined : this.#drag.positions[""];
    const position = held ?? this.parameter.position ?? 0;
    this.thumb.place(position);
    paintFill(this.fill, this.parameter.scale?.origin ?? 0, position, this.isUpright);
    if (this.reach) this.#paintReach();
    this.classList.toggle("unheard", !this.parameter.known);
    this.ghosts.paint([this.parameter.id]);
    this.thumb.speak();
  }

  /** Behind the handle of a group: from its lowest to its highest member. */
  #paintReach() {
    const positions = membersOf(this.parameter).filter(one => one.known).map(one => one.position ?? 0);
    this.reach.hidden = !positions.length;
    if (positions.length) paintFill(this.reach, Math.min(...positions), Math.max(...positions), this.isUpright);
  }
}

/** Draws the bar from one position to another. */
export function paintFill(fill, from, to, isUpright = false) {
  const size = Math.abs(to - from).toFixed(5);
  fill.style.transform = isUpright
    ? `translateY(${(-Math.min(from, to) * 100).toFixed(3)}%) scaleY(${size})` : `${moveTo(Math.min(from, to), false)} scaleX(${size})`;
}

/** The marks below a track, or beside an upright one: round values. */
export function marks(scale, isUpright = false) {
  const found = scale ? scale.marks(isUpright) : [];
  return h("div", { class: "marks", "aria-hidden": "true" }, found.map(({ position, text, from }) => {
    const mark = h("span", { "data-from": String(from) }, text);
    mark.style[isUpright ? "bottom" : "insetInlineStart"] = `${(position * 100).toFixed(2)}%`;
    return mark;
  }));
}

customElements.define("fd-slider", Slider);
