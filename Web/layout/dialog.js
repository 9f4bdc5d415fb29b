// A question that must be answered before something is done. The page keeps updating meanwhile.

import { h, newID } from "../base/dom.js";
import { say } from "../words/say.js";

/** Asks a question; with `text` it has a field. Resolves to true, to the text of the field, or to null for no (or an empty field). */
export function question(sentence, verb, text = null) {
  return new Promise(answer => {
    const heading = newID("question"), asked = document.activeElement, key = asked?.dataset.key;
    const field = text === null ? null : h("input", { type: "text", value: text, maxlength: "64", autocomplete: "off", "aria-labelledby": heading });
    const dialog = h("dialog", { "aria-labelledby": heading, onclose: () => {
      dialog.remove();
      // The browser gives the focus back to the element that asked, unless that was drawn anew meanwhile.
      if (key && !asked.isConnected) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
      answer(dialog.returnValue !== "yes" ? null : field ? field.value.trim() || null : true);
    } }, h("form", { method: "dialog" }, h("p", { id: heading }, h("bdi", {}, sentence)), field,
      h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => dialog.close("") }, say("question.cancel")), h("button", { value: "yes", class: "main" }, verb))));
    document.body.append(dialog);
    dialog.showModal();
    field?.select();
  });
}
