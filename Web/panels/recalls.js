// Recalls of snapshots, and the toast that says what one has changed and can undo it.

import { spell } from "../base/number.js";
import { complain, tell } from "../layout/toast.js";
import { go, latest } from "./history.js";
import { say } from "../words/say.js";

// The most seconds that a recall may take.
const MOST = 600;

/** The seconds that a text gives, for example “3” or “1,5 s”; undefined for an empty text; null if it is not a number of seconds, or too many, which a toast says. */
export function secondsOf(text) {
  if (!text.trim()) return undefined;
  const number = /^(\d+[.,]?\d*|[.,]\d+)?\s*(?:s\p{L}*\.?)?$/iu.exec(text.trim());
  const value = number?.[1] === undefined ? NaN : Number(number[1].replace(",", "."));
  if (value <= MOST) return value;
  tell(say("snapshots.not-seconds", { text: text.trim(), most: MOST }));
  return null;
}

/** The number of the newest entry; 0 if there is none. */
const newest = entries => entries.at(-1)?.number ?? 0;

/** The entry of a recall after the entry `number`; undefined if there is none. */
const recallAfter = (number, entries) => entries.find(entry => entry.number > number && entry.origin === "recall");

/** Recalls a snapshot by the function `ask`, which sends the request. */
export async function recalling(ask) {
  try {
    const before = newest(await latest());
    const { parameters: all, skipped, over, snapshot: name } = await ask();
    const sentence = over ? say("snapshots.recalling", { name, seconds: spell(over) }) : say("snapshots.recalled", { name });
    // If no value changes, there is nothing to undo.
    const isUndoable = all.some(one => one.ownedBy === "recall") || recallAfter(before, await latest());
    tell([sentence, ...skipped].join("; "), isUndoable ? { name: say("undo"), action: () => takeBack(before) } : null);
  } catch (error) {
    complain(error);
  }
}

/** Undoes the recall after the entry `before`, and nothing that others did since. */
async function takeBack(before) {
  const entries = await latest();
  const entry = recallAfter(before, entries);
  if (entry) go("undo", { entry: entry.number });
  // A glide that has changed nothing yet has no entry. An undo without a number stops it, if nothing else has changed.
  else if (newest(entries) === before) go("undo");
  else tell(say("snapshots.nothing-yet"));
}
