// A change of the config: shown first, line by line, then kept or not; and taken back by one button.

import { clipped, h, newID } from "../base/dom.js";
import { complain, tell } from "../layout/toast.js";
import { say } from "../words/say.js";
import * as file from "./config.js";

/**
 * Shows a dialog. `buttons`: [[value, name]], the last one does what the dialog is for. `closed` is called at once when it closes. Resolves
 * to the value of the pressed button, or to "" for Escape.
 */
export function modal(title, content, buttons, closed = () => {}) {
  const heading = newID("map");
  let dialog;
  const done = new Promise(answer => {
    dialog = h("dialog", { class: "mapping", "aria-labelledby": heading, onclose: () => {
      dialog.remove();
      closed();
      answer(dialog.returnValue);
    } }, h("form", { method: "dialog" }, h("h2", { id: heading }, h("bdi", {}, title)), ...content,
      h("div", { class: "buttons" }, buttons.map(([value, name], place) => h("button", {
        value, type: value ? "submit" : "button", class: place === buttons.length - 1 && value ? "main" : null, onclick: value ? null : () => dialog.close(""),
      }, name)))));
    document.body.append(dialog);
    dialog.showModal();
    // Return presses the main button; screen readers still read the text above.
    (dialog.querySelector(".main") ?? dialog.querySelector(".buttons button")).focus();
  });
  return { dialog, done };
}

/** What a change does to the file. Signs distinguish added lines from removed ones, not only colors. */
function diff(text) {
  const kinds = { "+": "added", "-": "removed", "@": "place" };
  return h("pre", { class: "diff", tabindex: "0", role: "group", "aria-label": say("map.diff") },
    text.trimEnd().split("\n").slice(2).map(line => h("span", { class: kinds[line[0]] ?? null }, `${line}\n`)));
}

/** Says why a change is not possible. */
function refuse(error) {
  if (!error.status) return complain(error);
  modal(say("map.refused"), [h("pre", { class: "diff", tabindex: "0", role: "group", "aria-label": say("map.reason") }, error.message)], [["", say("map.close")]]);
  // Shows what somebody else has changed meanwhile.
  file.load();
}

/**
 * Asks the daemon's reader what edits would change, shows that, and makes them if the person keeps it. `notes`: sentences above. `again`:
 * the name of a further button. `through`: who makes other changes before the edits, see `preview`. Resolves to "keep" when they are made, to "again", or to "".
 */
export async function propose(title, edits, { notes = [], again = null, through } = {}) {
  let outcome;
  try { outcome = await file.preview(edits, through); } catch (error) { refuse(error); return ""; }
  const { command, passwordFile } = outcome;
  if (!outcome.diff && !passwordFile) { tell(outcome.note ?? say("map.same")); return ""; }
  const content = [
    ...[...notes, outcome.note, passwordFile && say("map.obs.file", { file: passwordFile })].filter(Boolean).map(note => h("p", {}, h("bdi", {}, note))), outcome.diff && diff(outcome.diff),
    command && h("p", {}, say("map.command")), command && h("pre", { class: "diff", tabindex: "0", role: "group", "aria-label": say("map.command") }, command),
  ].filter(Boolean);
  const { dialog, done } = modal(title, content, [["", say(command ? "map.close" : "question.cancel")], ...(again ? [["again", again]] : []), ...(command ? [] : [["keep", say("map.keep")]])]);
  let failure = null;
  // The dialog stays until the file is written, because the next change is about the new one.
  dialog.querySelector("form").addEventListener("submit", async event => {
    if (event.submitter?.value !== "keep") return;
    event.preventDefault();
    event.submitter.disabled = true;
    try {
      await file.edit(edits, outcome.read, through);
      await file.load();
    } catch (error) { failure = error; }
    dialog.close(failure ? "" : "keep");
  });
  const answer = await done;
  if (failure) refuse(failure);
  else if (answer === "keep") tell(say("map.kept"), file.config.state?.undo ? { name: say("undo"), action: undo } : null);
  return answer;
}

/** What deletes a parameter or a group with everything that names it: {edits, notes}. */
export async function deletion(id) {
  const { edits, ...uses } = await file.removal(id);
  return { edits, notes: ["controls", "pages", "snapshots"].filter(use => uses[use].length).map(use => say(`map.delete.${use}`, { names: clipped(uses[use].join(", ")) })) };
}

/** Takes the last change back. */
export async function undo() {
  try {
    await file.undo();
    tell(say("map.undone"));
  } catch (error) { refuse(error); }
}
