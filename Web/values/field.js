// A value as text, and the field that it becomes: an edit of the daemon, which judges each draft. See docs/edit.md.

import { h, newID, set, write } from "../base/dom.js";
import { ask, askViewed, pathOf } from "../stream/api.js";
import { refresh, takeAnswer, whose } from "../store/parameters.js";

const LINGER = 6000;
const SPOKEN_REST = 500;

export class Field extends HTMLElement {
  #input = null;
  #edit = null;
  #draft = null;
  #sending = null;
  #revision = 0;
  #isEnding = false;
  #fading = 0;
  #naming = 0;

  setUp(parameter, name) {
    this.parameter = parameter;
    this.name = name;
    this.button = h("button", { type: "button", class: "value", dir: "ltr", onclick: () => this.open(false) });
    this.message = h("p", { class: "message", id: newID("message"), role: "status", dir: "ltr" });
    this.append(this.button);
    parameter.changed.on(() => this.#noticed());
    return this;
  }

  get isOpen() { return this.#input !== null; }

  paint() {
    write(this.button, this.parameter.text);
    this.#naming ||= setTimeout(() => {
      this.#naming = 0;
      set(this.button, { "aria-label": `${this.name}: ${this.parameter.text}, type a value` });
    }, this.button.hasAttribute("aria-label") ? SPOKEN_REST : 0);
  }

  /** Opens the field. `isTyped`: a key is about to write into it. `back`: what has the focus afterwards. */
  open(isTyped, back = this.button) {
    if (this.isOpen) return this.#input.focus();
    this.back = back;
    this.#tell("");
    // A batch has only the text: until the edit says what it offers, that is the best there is.
    const known = this.parameter.editTextRevision === this.parameter.revision ? this.parameter.editText : this.parameter.text;
    this.#input = h("input", {
      type: "text", dir: "ltr", value: known, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": this.name,
      "aria-describedby": this.message.id, inputmode: this.#pad, maxlength: this.parameter.maxLength ? null : "200",
      oninput: () => this.#typed(), onkeydown: event => this.#key(event), onblur: () => this.#end("blur"),
    });
    this.button.replaceWith(this.#input);
    this.#input.focus({ preventScroll: true });
    this.#input.select();
    this.#begin();
  }

  // The number pads of telephones have no minus, and no letters for units: they are asked for only where neither can be needed.
  get #pad() {
    const { kind, min, unit, options } = this.parameter;
    return kind === "integer" && min >= 0 && !unit && !options ? "numeric" : null;
  }

  #begin() {
    this.#draft = null;
    this.#revision = this.parameter.revision;
    const edit = this.#edit = askViewed("POST", `${pathOf(this.parameter.id)}/edit`).then(begun => {
      if (this.#edit !== edit) return begun;
      this.#revision = Math.max(this.#revision, begun.revision);
      if (this.#draft === null && this.isOpen && !this.#isEnding) this.#offer(begun.editText);
      return begun;
    });
    edit.catch(error => { if (this.#edit === edit && this.isOpen) this.#fail(error); });
  }

  #offer(text) {
    if (this.#input.value === text) return;
    this.#input.value = text;
    this.#input.select();
  }

  #typed() {
    this.#draft = this.#input.value;
    this.#tell(this.message.textContent, true);
    this.#sending ??= this.#send().finally(() => { this.#sending = null; });
  }

  /** Sends the newest draft until there is no newer one. */
  async #send() {
    try {
      let sent = null;
      while (this.#draft !== null && this.#draft !== sent) {
        sent = this.#draft;
        const edit = this.#edit;
        const { edit: name } = await edit;
        const answer = await ask("PUT", `/v1/edits/${name}`, { draft: sent });
        if (this.#edit !== edit) { sent = null; continue; }
        if (answer.dropped) return await this.#dropped();
        if (this.#draft === sent) this.#judge(answer);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #judge({ valid, message }) {
    if (!this.isOpen) return;
    set(this.#input, { "aria-invalid": valid ? null : "true" });
    this.#tell(valid ? "" : message);
  }

  // The value changed elsewhere.
  #noticed() {
    if (!this.isOpen || this.#isEnding || this.parameter.revision <= this.#revision) return;
    this.#revision = this.parameter.revision;
    if (this.#draft !== null) this.#dropped();
    else refresh(this.parameter.id).then(now => { if (this.isOpen && this.#draft === null) this.#offer(now.editText); }, () => {});
  }

  /** The draft is given up, and one line says for whom. */
  async #dropped() {
    if (!this.isOpen || this.#draft === null) return;
    const old = this.#edit;
    this.#draft = null;
    set(this.#input, { "aria-invalid": null });
    this.#begin();
    old.then(({ edit }) => ask("POST", `/v1/edits/${edit}/cancel`)).catch(() => {});
    const now = await refresh(this.parameter.id).catch(() => this.parameter);
    if (!this.isOpen) return;
    this.#tell(`${whose(now)} set it to ${now.text}`);
    if (this.#draft === null) this.#offer(now.editText ?? now.text);
  }

  #key(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Enter") this.#end("submit", true);
    else if (event.key === "Escape") this.#end("cancel", true);
    else return;
    event.preventDefault();
  }

  /** Return, leaving or Escape. */
  async #end(how, returns = false) {
    if (!this.isOpen || this.#isEnding) return;
    this.#isEnding = true;
    const text = this.#input.value;
    try {
      if (how === "cancel") this.#draft = null;
      await this.#sending;
      if (!this.isOpen) return;
      const { edit } = await this.#edit;
      const { outcome, message, parameter } = await ask("POST", `/v1/edits/${edit}/${how}`);
      takeAnswer(parameter);
      if (outcome === "refused") return this.#judge({ valid: false, message });
      this.#close(returns);
      if (outcome === "dropped") this.#tell(`${whose(parameter)} set it to ${parameter.text}; “${text}” was not written`, false, LINGER);
      else this.#tell(parameter.notice ?? "", false, LINGER);
    } catch (error) {
      if (this.isOpen) this.#fail(error, returns);
    } finally {
      this.#isEnding = false;
    }
  }

  #fail(error, returns = false) {
    this.#close(returns);
    this.#tell(`not written: ${error.status ? error.message : "the daemon does not answer"}`, false, LINGER);
  }

  #close(returns) {
    if (!this.#input) return;
    const input = this.#input;
    this.#input = this.#edit = this.#draft = null;
    this.paint();
    input.replaceWith(this.button);
    if (returns) (this.back.isConnected ? this.back : this.button).focus({ preventScroll: true });
  }

  #tell(text, stays = true, linger = 0) {
    clearTimeout(this.#fading);
    write(this.message, text);
    // In the row rather than in the field: it stands under the whole of it.
    if (text) (this.closest(".row") ?? this).append(this.message); else this.message.remove();
    if (linger) this.#fading = setTimeout(() => this.message.remove(), linger);
  }
}

customElements.define("fd-field", Field);
