// A range: two handles on one track. Dragging the bar between them moves both.

import { h } from "../base/dom.js";
import { travelOf } from "./drag.js";
import { holdable } from "./held.js";
import { Ghosts } from "./standing.js";
import { Thumb } from "./thumb.js";
import { marks, paintFill } from "./slider.js";
import { say } from "../words/say.js";

const REACH = 16;

export class Range extends HTMLElement {
  #drag;

  setUp(group, [low, high], name, openField) {
    Object.assign(this, { low, high });
    this.thumbs = [[low, "low"], [high, "high"]].map(([part, end]) =>
      new Thumb(part, say(`range.${end}`, { name }), isTyped => openField(isTyped, end)));
    this.thumbs[0].element.classList.add("low");
    this.thumbs[1].element.classList.add("high");
    this.fill = h("div", { class: "fill" });
    this.track = h("div", { class: "track" }, h("div", { class: "groove" }), this.fill, this.thumbs.map(thumb => thumb.element));
    this.ghosts = new Ghosts(this.track);
    this.dir = "ltr";
    this.classList.add("slider", "range");
    this.append(this.track, marks(low.scale));
    this.addEventListener("wheel", event => { for (const thumb of this.thumbs) thumb.turn(event); }, { passive: false });
    this.#drag = holdable(this, {
      travel: () => travelOf(this.track), thumbs: this.thumbs,
      grasp: (event, direction) => {
        const ends = this.#ends(event, direction);
        const parts = ends === "both" ? { low, high } : ends === "low" ? { low } : { high };
        return { id: group.id, parts, thumb: this.thumbs[ends === "high" ? 1 : 0] };
      },
    });
    return this;
  }

  /** Which ends a drag that begins here moves. If the handles lie on each other, the direction decides. */
  #ends(event, direction) {
    const box = this.track.getBoundingClientRect();
    const [low, high] = [this.low, this.high].map(part => (part.position ?? 0) * box.width);
    const x = event.clientX - box.left;
    const [near, far] = [Math.abs(x - low), Math.abs(x - high)];
    if (high - low < REACH && Math.min(near, far) <= REACH * 1.5) return direction < 0 ? "low" : "high";
    if (Math.min(near, far) <= REACH) return near < far ? "low" : "high";
    if (x > low && x < high) return "both";
    return x < low ? "low" : "high";
  }

  paint() {
    const held = this.#drag.positions;
    // The daemon keeps the gap between the ends. So when one end is dragged, both are drawn where the daemon says.
    const isFree = !(this.low.step > 0) && "low" in held && "high" in held;
    const low = isFree ? held.low : this.low.position ?? 0;
    const high = isFree ? held.high : this.high.position ?? 0;
    this.thumbs[0].place(low);
    this.thumbs[1].place(high);
    paintFill(this.fill, low, high);
    this.ghosts.paint([this.low.id, this.high.id]);
    for (const thumb of this.thumbs) thumb.speak();
  }
}

customElements.define("fd-range", Range);
