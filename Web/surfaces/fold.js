// Folds away, behind a button, the rows of a surface in which no control does anything, and the columns at its right end.

import { h, set, write } from "../base/dom.js";
import { say } from "../words/say.js";

// The names of the surfaces that are shown whole.
const unfolded = new Set();

const isInUse = ({ parameter, action }) => parameter !== undefined || action !== undefined;

/**
 * Returns {button, update(controls)}. `cells`: [{row, column, cell}], the elements of the grid with their places. `least`: as many columns stay.
 * `resize(columns)`: called with how many are shown.
 */
export function makeFold(name, cells, least, resize) {
  const rows = [...new Set(cells.map(({ row }) => row))].sort((a, b) => a - b);
  const columns = [...new Set(cells.map(({ column }) => column))].sort((a, b) => a - b);
  let controls = [];
  const button = h("button", { class: "fold", onclick: () => {
    if (!unfolded.delete(name)) unfolded.add(name);
    lay();
  } });
  function lay() {
    const used = controls.filter(isInUse).map(control => control.place);
    const usedRows = new Set(used.map(({ row }) => row));
    const last = Math.max(columns[least - 1] ?? 0, ...used.map(({ column }) => column));
    const isFolded = ({ row, column }) => !usedRows.has(row) || column > last;
    // If nothing is mapped, there is no other row to see.
    const isWhole = unfolded.has(name) || !used.length;
    const shown = isWhole ? rows : rows.filter(row => usedRows.has(row));
    for (const { row, column, cell } of cells) {
      cell.hidden = !isWhole && isFolded({ row, column });
      cell.style.gridArea = `${shown.indexOf(row) + 1} / ${columns.indexOf(column) + 1}`;
    }
    resize(isWhole ? columns.length : columns.filter(column => column <= last).length);
    const count = controls.filter(({ place }) => isFolded(place)).length;
    set(button, { hidden: !used.length || !count, "aria-expanded": String(isWhole) });
    write(button, isWhole ? say("surfaces.fold") : say("surfaces.unfold", { count }));
  }
  return { button, update: now => { controls = now; lay(); } };
}
