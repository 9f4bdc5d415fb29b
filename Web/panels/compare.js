// What a recall of a snapshot would change and what it leaves; and how two snapshots differ.

import { h, set } from "../base/dom.js";
import { kindOf } from "../store/kinds.js";
import { parameters } from "../store/parameters.js";
import { complain } from "../layout/toast.js";
import { contents, snapshots } from "../store/snapshots.js";
import { say } from "../words/say.js";

const textOf = entry => entry.text ?? String(entry.value);
const isLeftOut = entry => entry.recallSafe || entry.misfit || entry.now === undefined;

/** In words, what a recall of these contents would change, and what it leaves. */
export function effect({ entries }) {
  const differing = entries.filter(entry => !entry.isSame);
  const changing = differing.filter(entry => !isLeftOut(entry)).length;
  const safe = differing.filter(entry => entry.recallSafe).length;
  const inside = new Set(entries.flatMap(entry => [entry.id, entry.partOf]));
  const others = [...parameters.values()].filter(one => !kindOf(one).isPressed && !one.parts && !inside.has(one.id)).length;
  return [
    changing ? say("compare.changes", { count: changing }) : say("compare.no-change"),
    safe && say("compare.safe", { count: safe }), others && say("compare.others", { count: others }),
  ].filter(Boolean).join(" · ");
}

/** Compares the snapshot `name` with the current values or another snapshot: {element, load()}. */
export function makeComparison(name) {
  const sum = h("p", { class: "hint" });
  const found = h("div");
  const withWhat = h("select", { "data-key": `with ${name}`, "aria-label": say("compare.with", { name }), onchange: () => load() });
  const element = h("div", { class: "differences" }, h("div", { class: "line" }, withWhat), sum, found);
  const fill = () => {
    const chosen = withWhat.value;
    const others = snapshots.list.map(snapshot => snapshot.name).filter(one => one !== name);
    withWhat.replaceChildren(...["", ...others].map(value => h("option", { value, selected: value === chosen }, value || say("compare.now"))));
  };
  async function load() {
    fill();
    const other = withWhat.value;
    try {
      const [mine, theirs] = await Promise.all([contents(name), other ? contents(other) : null]);
      if (withWhat.value !== other) return;
      set(sum, { hidden: other !== "" });
      sum.textContent = effect(mine);
      const rows = theirs ? between(theirs, mine) : mine.entries.filter(entry => !entry.isSame).map(entry => [entry.id, entry.now ?? say("snapshots.gone"), textOf(entry), entry]);
      found.replaceChildren(rows.length ? h("dl", {}, rows.map(row => line(...row)).flat()) : h("p", {}, say(other ? "compare.equal" : "snapshots.same")));
    } catch (error) {
      // It was deleted or renamed meanwhile, and the list says so in a moment.
      if (error.status !== 404) complain(error);
    }
  }
  return { element, load };
}

const line = (id, from, to, entry) => [
  h("dt", {}, h("bdi", {}, parameters.get(id)?.label ?? id)),
  h("dd", {}, h("span", { dir: "ltr" }, h("span", { class: "unbroken" }, from), " → ", h("span", { class: "unbroken" }, to)), why(entry)),
];

/** Why a recall leaves it as it is. */
function why(entry) {
  const text = entry?.misfit ?? (entry?.recallSafe ? say("compare.stays") : "");
  return text ? h("small", {}, text) : null;
}

/** [[id, text in the one, text in the other]] of what differs between two snapshots. */
function between(one, other) {
  const [a, b] = [one, other].map(({ entries }) => new Map(entries.map(entry => [entry.id, entry])));
  const same = (x, y) => JSON.stringify(x?.value) === JSON.stringify(y?.value);
  const text = entry => entry ? textOf(entry) : say("compare.absent");
  return [...new Set([...a.keys(), ...b.keys()])].sort().filter(id => !same(a.get(id), b.get(id))).map(id => [id, text(a.get(id)), text(b.get(id))]);
}
