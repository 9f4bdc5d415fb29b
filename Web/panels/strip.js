// Everything of one mixer strip, as rows: for a low screen, whose strips show only the fader, the name, the value and the mute.

import { h } from "../base/dom.js";
import * as panel from "../layout/panel.js";
import { parameters, reshaped } from "../store/parameters.js";
import { caption } from "../values/captions.js";
import { Row } from "../values/row.js";
import { explain } from "./explain.js";

const LOW = matchMedia("(max-height: 30rem)");
const PATIENCE = 300;

/** Whether strips show only their most important controls. */
export const isLow = () => LOW.matches;

/** Shows the parameters `ids` of the strip `label`, whose fader is `main`. */
export function showStrip(label, ids, main) {
  const content = h("div", { class: "column" });
  let rows = [], timer = 0;
  const end = () => {
    clearTimeout(timer);
    for (const row of rows) row.tearDown();
    rows = [];
  };
  const draw = () => {
    const now = ids.map(id => parameters.get(id)).filter(Boolean);
    if (now.length === rows.length && now.every((one, place) => rows[place].shows(one, []))) return;
    // Replacing a row would end its drag, and close its field.
    if (rows.some(row => row.field.isBusy || row.matches(":active, :has([data-dragged])"))) {
      clearTimeout(timer);
      timer = setTimeout(draw, PATIENCE);
      return;
    }
    end();
    rows = now.map(one => new Row().setUp(one, () => explain(one, now), [], one.id === main ? label : caption(one, label, now)));
    content.replaceChildren(...rows);
  };
  const stop = reshaped.on(draw);
  draw();
  panel.show({ name: "strip", title: label, content, closed: () => { stop(); end(); } });
}
