// Who holds a value: hands on controls, or other pages and programs.

import { handsOn } from "../store/surfaces.js";
import { isOwn } from "../store/sender.js";
import { say } from "../words/say.js";

/** In words, who holds a parameter with the ids of it and its parts; null if nobody does, or only this page. */
export function holdersOf(parameter, ids) {
  const owners = ids.flatMap(handsOn);
  if (!parameter.touched || (!owners.length && ids.some(isOwn))) return null;
  return owners.length ? say("row.held-on", { controls: owners.join(", ") }) : say("row.held");
}
