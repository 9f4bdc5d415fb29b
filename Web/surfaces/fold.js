// Folds the rows of a surface away in which no control does anything, behind a button.

import { h, set, write } from "../base/dom.js";
import { say } from "../words/say.js";

// The names of the surfaces that are shown whole.
const unfolded = new Set();

const isInUse = ({ parameter, action }) => parameter !== undefined || action !== undefined;

/** Returns {button, update(controls)}. `cells`: [{row, cell}], the elements of the grid with the rows that they are in. */
export function makeFold(name, cells) {
  const rows = [...new Set(cells.map(({ row }) => row))].sort((a, b) => a - b);
  let controls = [];
  const button = h("button", { class: "fold", onclick: () => {
    if (!unfolded.delete(name)) unfolded.add(name);
    lay();
  } });
  function lay() {
    const used = new Set(controls.filter(isInUse).map(control => control.place.row));
    // If nothing is mapped, there is no other row to see.
    const isWhole = unfolded.has(name) || !used.size;
    const shown = isWhole ? rows : rows.filter(row => used.has(row));
    for (const { row, cell } of cells) {
      cell.hidden = !shown.includes(row);
      cell.style.gridRow = String(shown.indexOf(row) + 1);
    }
    const count = controls.filter(({ place }) => !used.has(place.row)).length;
    set(button, { hidden: !used.size || !count, "aria-expanded": String(isWhole) });
    write(button, isWhole ? say("surfaces.fold") : say("surfaces.unfold", { count }));
  }
  return { button, update: now => { controls = now; lay(); } };
}
