// Which parameters are shown, and in which groups: all or those of a page, below a prefix, with the words of the search.

import { parameters } from "../store/parameters.js";
import { get } from "../base/address.js";
import { pages } from "../store/pages.js";
import { shownPage } from "../store/scope.js";
import { say } from "../words/say.js";

/** The group of an id: all but its last word. */
export const groupOf = id => id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : "";

/** The label of one group: that of the parameter with the same id; else that of its last word in a list; else that word as people write it. */
export function labelOf(group) {
  const parameter = parameters.get(group);
  if (parameter && parameter.label !== group) return parameter.label;
  const word = group.slice(group.lastIndexOf(".") + 1);
  const written = word.replace(/[-_]+/g, " ").trim() || word;
  return pages.labelOf(word) ?? written[0].toUpperCase() + written.slice(1);
}

/** The labels of a group and of those around it, the outermost first. */
export const pathOf = group => group ? [...pathOf(groupOf(group)), labelOf(group)] : [];

const words = text => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether an id is `prefix` or below it. */
const isBelow = (id, prefix) => !prefix || id === prefix || id.startsWith(`${prefix}.`);

/** The parameters of a page, in its order. The parts of ranges and colors only if the page names them exactly. */
export function onPage() {
  const all = [...parameters.values()].filter(parameter => !parameter.partOf);
  const globs = pages.of(shownPage());
  if (!globs) return all;
  const found = new Set();
  for (const glob of globs) {
    const pattern = new RegExp(`^${glob.replace(/[.\\+^$|(){}[\]]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".")}$`);
    if (parameters.has(glob)) found.add(parameters.get(glob));
    for (const parameter of all) if (pattern.test(parameter.id)) found.add(parameter);
  }
  return [...found];
}

/** [[group, [parameter]]] of all parameters that are shown now. */
export function shown() {
  const wanted = words(get("q"));
  const at = get("at");
  // They have the labels of lists, for the headings.
  pages.strips(shownPage());
  const groups = new Map();
  for (const parameter of onPage()) {
    const text = `${parameter.id} ${parameter.label}`.toLowerCase();
    if (!isBelow(parameter.id, at) || !wanted.every(word => text.includes(word))) continue;
    const group = groupOf(parameter.id);
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(parameter);
  }
  return [...groups];
}

/** Why nothing is shown. */
export const nothing = () => get("q") ? say("list.no-match", { search: get("q") }) : get("at") ? say("list.no-group") : say("list.nothing");
