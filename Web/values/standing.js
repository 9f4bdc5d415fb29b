// Where the controls without motors that wait for a value stand: on the track, and in words. Also what is unusual about a value's targets.

import { clipped, h, icon, newID, set } from "../base/dom.js";
import { waitingFor } from "../store/surfaces.js";
import { troublesOf } from "../store/targets.js";
import { moveTo } from "./paint.js";
import { say } from "../words/say.js";

/** In words: where a control stands, seen from its value, and what to do. */
function words({ name, takeover: { mode, value } }) {
  // In the other modes the value follows at once, and meets the control later.
  return say(`standing.${mode === "pickup" ? "waits" : "stands"}.${value ?? "unknown"}`, { name });
}

/** The lines below a row. They are read aloud with its control, and when they change while that has the focus. */
export class Standing {
  #id = newID("standing");
  #shown = "";
  element = h("ul", { class: "standing", id: this.#id, hidden: true });

  /** `row`: the row of the parameters `ids`. */
  paint(row, ids) {
    const lines = [
      ...ids.flatMap(troublesOf),
      ...ids.flatMap(waitingFor).map(one => ({ kind: "waits", way: one.takeover.value === "below" ? "down" : "up", text: words(one) })),
    ];
    const now = JSON.stringify(lines);
    if (now === this.#shown) return;
    this.#shown = now;
    set(this.element, { "aria-live": row.contains(document.activeElement) ? "polite" : "off", hidden: !lines.length });
    this.element.replaceChildren(...lines.map(({ kind, way, text }) =>
      h("li", { class: kind, "data-toward": way, title: text }, icon(kind), h("span", {}, h("bdi", {}, clipped(text))))));
    for (const one of row.querySelectorAll("[role=slider], [role=switch], select, input, button.value")) {
      set(one, { "aria-describedby": lines.length ? this.#id : null });
    }
  }
}

/** Shows on a track where the waiting controls stand, each with an arrow to the value. */
export class Ghosts {
  #all = [];

  constructor(track, isUpright = false) { Object.assign(this, { track, isUpright }); }

  paint(ids) {
    const places = ids.flatMap(waitingFor).filter(({ takeover }) => takeover.position !== undefined);
    while (this.#all.length > places.length) this.#all.pop().remove();
    while (this.#all.length < places.length) {
      const ghost = h("div", { class: "ghost", "aria-hidden": "true" }, icon("right"));
      const carrier = this.isUpright ? h("div", { class: "carrier" }, ghost) : ghost;
      this.#all.push(carrier);
      this.track.append(carrier);
    }
    places.forEach(({ name, takeover: { position, value } }, index) => {
      const carrier = this.#all[index];
      carrier.style.transform = moveTo(position, this.isUpright);
      set(this.isUpright ? carrier.firstChild : carrier, { "data-toward": value === "below" ? "down" : "up", title: name });
    });
  }
}
