// A value as text, and the text field that it turns into. The field is an edit of the daemon, which judges each draft; see docs/protocol.md.

import { h, newID, set, titleWhereCut, write } from "../base/dom.js";
import { ask, askViewed, isUnheard, pathOf, session } from "../stream/api.js";
import { changed as connectionChanged, status } from "../stream/live.js";
import { kindOf } from "../store/kinds.js";
import { parameters, refresh, takeAnswer, whose } from "../store/parameters.js";
import { isOwn } from "../store/sender.js";
import { reasonOf, tell } from "../layout/toast.js";
import { say } from "../words/say.js";

const LINGER = 6000;
// After a drop the field takes no keys until none was pressed for so many ms: earlier keys still belong to the dropped draft.
const CALM = 1000;
const SPOKEN_REST = 500;

// Whether the page is hidden, or waits for the daemon or a key. Then nobody can type, and losing the focus does not mean that the field was left.
const isAway = () => ["lost", "denied", "hidden", "starting"].includes(status.state);

export class Field extends HTMLElement {
  #input = null;
  #edit = null;
  #draft = null;
  // The text of the value when the draft was begun, and the text that the draft would give.
  #base = "";
  #judged = null;
  #dropped = null;
  #sending = null;
  #session = null;
  #isBegun = false;
  #revision = 0;
  #isEnding = false;
  #isCut = false;
  #calming = 0;
  #stopListening = null;
  #stopNoticing = null;
  #fading = 0;
  #naming = 0;

  setUp(parameter, name) {
    this.parameter = parameter;
    this.name = name;
    this.button = h("button", { class: "value", dir: "ltr", "data-empty": say("empty"), onclick: () => this.open() });
    titleWhereCut(this.button);
    this.message = h("p", { class: "message", id: newID("message"), role: "status", dir: "ltr" });
    this.append(this.button);
    this.#stopNoticing = parameter.changed.on(() => this.#noticed());
    return this;
  }

  /** Its row is removed from the page: closes it, if it is open. */
  tearDown() {
    this.#stopNoticing();
    this.giveUp(say("field.not-shown"));
  }

  get isOpen() { return this.#input !== null; }

  /** Whether its row must not be moved in the page. */
  get isBusy() { return this.isOpen && (this.#isEnding || document.activeElement === this.#input); }

  paint() {
    write(this.button, this.parameter.text);
    set(this, { title: this.parameter.known ? null : say("field.unheard") });
    this.#naming ||= setTimeout(() => {
      this.#naming = 0;
      set(this.button, { "aria-label": say("field.value", { name: this.name, text: this.parameter.text }) });
    }, this.button.hasAttribute("aria-label") ? SPOKEN_REST : 0);
  }

  /** Opens the field. `back`: what gets the focus afterwards. `end`: the end of a range (low or high) that a key is about to write. */
  open(back = this.button, end = null) {
    if (this.isOpen) return this.#input.focus();
    this.back = back;
    this.#dropped = null;
    this.#isCut = false;
    this.#tell("");
    // A batch has only the display text. Until the edit sends the text to edit, that is the best there is.
    const known = this.parameter.editTextRevision === this.parameter.revision ? this.parameter.editText : this.parameter.text;
    this.#input = h("input", {
      type: "text", dir: "ltr", value: known, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": this.name,
      "aria-describedby": this.message.id, inputmode: this.#pad, maxlength: this.parameter.maxLength ? null : "200",
      oninput: () => this.#typed(), onkeydown: event => this.#key(event), onblur: () => this.#blurred(),
      onpointerdown: () => this.#calm(),
    });
    this.button.replaceWith(this.#input);
    this.#input.focus({ preventScroll: true });
    this.#input.select();
    if (end) {
      this.#input.value = "..";
      this.#input.setSelectionRange(...(end === "low" ? [0, 0] : [2, 2]));
    }
    this.#stopListening = connectionChanged.on(() => {
      if (isAway()) this.#isCut = true;
      else if (status.state === "live" && this.#isCut) this.#resume();
    });
    this.#begin();
  }

  // The number pads of phones have no minus. So one is used only where no number can be below zero; the unit need not be typed.
  get #pad() {
    const { min, max } = this.parameter;
    return min >= 0 && max >= 0 ? kindOf(this.parameter).pad : "text";
  }

  #begin() {
    this.#draft = null;
    this.#isBegun = false;
    const edit = this.#edit = askViewed("POST", `${pathOf(this.parameter.id)}/edit`).then(begun => {
      if (this.#edit !== edit || !this.isOpen) return begun;
      this.#revision = begun.revision;
      this.#session = session.name;
      this.#isBegun = true;
      if (this.#draft !== null) this.#base = begun.text;
      else if (!this.#isEnding) this.#offer(begun.editText);
      this.#noticed();
      return begun;
    });
    edit.catch(error => { if (this.#edit === edit) this.#fail(error); });
  }

  #offer(text) {
    if (this.#input.value === text) return;
    this.#input.value = text;
    this.#input.select();
  }

  #typed() {
    if (this.#draft === null) this.#base = this.parameter.text;
    this.#draft = this.#input.value;
    this.#judged = null;
    this.#tell(this.message.textContent);
    if (this.#isCut) this.#resume(); else this.#startSending();
  }

  #startSending() {
    this.#sending ??= this.#send().finally(() => { this.#sending = null; });
  }

  /** Sends the newest draft until there is no newer one. */
  async #send() {
    let sent = null;
    while (this.#draft !== null && this.#draft !== sent) {
      sent = this.#draft;
      const edit = this.#edit;
      let answer = null, failure = null;
      try {
        const { edit: name } = await edit;
        answer = await ask("PUT", `/v1/edits/${name}`, { draft: sent });
      } catch (error) {
        failure = error;
      }
      // The draft was dropped meanwhile, so an answer about the old edit does not matter, not even that the edit is gone.
      if (this.#edit !== edit) sent = null;
      else if (failure) return this.#fail(failure);
      else if (answer.dropped) { await this.#drop(); sent = null; }
      else if (this.#draft === sent) this.#judge(answer);
    }
  }

  #judge({ valid, message, text = null }) {
    if (!this.isOpen) return;
    this.#judged = text;
    set(this.#input, { "aria-invalid": valid ? null : "true" });
    this.#tell(valid ? "" : message);
  }

  // The value changed elsewhere. A change before the edit was begun, for example by a key on this page, does not drop the draft.
  #noticed() {
    if (!this.isOpen || !this.#isBegun || this.#isEnding || this.#isCut || this.parameter.revision <= this.#revision) return;
    this.#revision = this.parameter.revision;
    if (this.#draft !== null) this.#drop(); else this.#follow();
  }

  /** Drops the draft. One line then says who changed the value. */
  async #drop() {
    if (!this.isOpen || this.#draft === null) return;
    this.#dropped = this.#draft;
    this.#draft = null;
    set(this.#input, { "aria-invalid": null });
    this.#tell("");
    // Whoever is typing does not see the drop at once, and the rest of “-60” must not become a “0”.
    this.#wait();
    this.#takeKeys();
    this.#cancel(this.#edit);
    this.#begin();
    // `#noticed` handles changes after this one.
    await this.#edit.catch(() => {});
    await this.#follow();
  }

  /** Shows the current value while nothing is typed. If a draft was dropped, also says whose value it is. */
  async #follow() {
    const dropped = this.#dropped;
    const now = await refresh(this.parameter.id).catch(() => this.parameter);
    if (this.#draft !== null || this.#dropped !== dropped || (this.isOpen && now.revision < this.parameter.revision)) return;
    if (dropped !== null) this.#tell(lost(now, dropped), this.isOpen ? 0 : LINGER);
    if (this.isOpen) this.#offer(now.editText ?? now.text);
  }

  /** Takes keys again when none was pressed for a while. */
  #wait() {
    clearTimeout(this.#calming);
    this.#calming = setTimeout(() => this.#calm(), CALM);
  }

  #calm() {
    clearTimeout(this.#calming);
    this.#calming = 0;
    this.#takeKeys();
  }

  /** Takes keys, unless a draft was just dropped, or one is about to be written: a key after Return is no part of it. */
  #takeKeys() { if (this.isOpen) this.#input.readOnly = this.#isEnding || this.#calming !== 0; }

  /** The daemon is back: begins another edit with the same draft, unless the value has changed. The old edit ends with its session. */
  async #resume() {
    this.#isCut = false;
    await this.#sending;
    if (!this.isOpen || this.#isCut) return;
    if (this.closest("[inert]")) return this.giveUp(say("field.locked"));
    const draft = this.#draft;
    const isOther = draft !== null && this.parameter.text !== this.#base;
    const focused = document.activeElement;
    const isFree = !focused || focused === document.body || focused === this.#input || !focused.checkVisibility();
    this.#tell("");
    // The daemon did write the draft on Return; only its answer was lost.
    if (isOther && this.parameter.text === this.#judged) return this.#close(isFree);
    if (isFree) this.#input.focus({ preventScroll: true });
    // The session of a page that was away only for a moment goes on, and its edit with it.
    if (this.#session === session.name) this.#cancel(this.#edit);
    this.#edit = null;
    if (isOther) return this.#drop();
    this.#begin();
    this.#draft = draft;
    if (draft !== null) this.#startSending();
  }

  #cancel(edit) { edit?.then(({ edit: name }) => ask("POST", `/v1/edits/${name}/cancel`)).catch(() => {}); }

  #key(event) {
    event.stopPropagation();
    if (this.#calming) this.#wait();
    if (event.isComposing) return;
    if (event.key === "Enter") this.#end("submit", true);
    else if (event.key === "Escape") this.#end("cancel", true);
    else return;
    event.preventDefault();
  }

  // A window that goes to the back leaves the focus in the field: nobody has left it.
  #blurred() { if (document.activeElement !== this.#input) this.#end("blur"); }

  /** Ends the edit. `how`: “submit” (Return), “blur” (the focus was lost) or “cancel” (Escape). `returns`: the focus goes to `back`. */
  async #end(how, returns = false) {
    if (!this.isOpen || this.#isEnding || (how === "blur" && isAway())) return;
    this.#isEnding = true;
    const text = this.#input.value;
    this.#takeKeys();
    try {
      if (how === "cancel") this.#draft = null;
      else if (this.#isCut) await this.#resume();
      await this.#sending;
      if (!this.isOpen || (this.#isCut && how !== "cancel")) return;
      if (this.#calming) return this.#leave(how, returns);
      const { edit } = await this.#edit;
      const { outcome, message, parameter } = await ask("POST", `/v1/edits/${edit}/${how}`);
      takeAnswer(parameter, outcome === "committed");
      if (outcome === "refused") return this.#judge({ valid: false, message });
      this.#close(returns);
      this.#tell(outcome === "dropped" ? lost(parameter, text) : parameter.notice ?? "", LINGER);
    } catch (error) {
      if (how !== "cancel") return this.#fail(error, returns);
      this.#close(returns);
      this.#tell("");
    } finally {
      this.#isEnding = false;
      this.#takeKeys();
    }
  }

  /** Closes the field after a drop. Nothing is written, and the line about the drop stays for a while. */
  #leave(how, returns) {
    this.#cancel(this.#edit);
    this.#close(returns);
    if (how === "cancel") this.#dropped = null;
    this.#tell(how === "cancel" ? "" : this.message.textContent, LINGER);
  }

  /** A request failed. If the daemon did not take it, the field stays open as it is until the daemon is back. */
  #fail(error, returns = false) {
    if (!this.isOpen) return;
    if (isUnheard(error) || isAway()) {
      this.#isCut = true;
      return this.#tell(reasonOf(error));
    }
    const draft = this.#draft;
    this.#close(returns);
    this.#tell(draft === null ? say("field.refused", { why: error.message }) : say("field.not-written", { draft, why: error.message }), LINGER);
  }

  /** Closes a field that cannot stay open. A draft is lost, and a message says so. */
  giveUp(why) {
    if (!this.isOpen) return this.#tellElsewhere();
    const draft = this.#draft;
    this.#close(false);
    if (draft !== null) tell(say("field.not-written", { draft, why }));
  }

  /** A reload of the config has replaced the row: its message is shown at the bottom of the page, where it can be read to the end. */
  #tellElsewhere() {
    if (this.message.isConnected && parameters.get(this.parameter.id) !== this.parameter) tell(`${this.name}: ${this.message.textContent}`);
  }

  #close(returns) {
    if (!this.#input) return;
    clearTimeout(this.#calming);
    this.#calming = 0;
    this.#stopListening();
    const input = this.#input;
    this.#input = this.#edit = this.#draft = null;
    this.paint();
    input.replaceWith(this.button);
    if (returns) (this.back.isConnected ? this.back : this.button).focus({ preventScroll: true });
  }

  #tell(text, linger = 0) {
    clearTimeout(this.#fading);
    write(this.message, text);
    // The message goes into the row, not into the field, because it is shown under the whole row.
    if (text) (this.closest(".row") ?? this.closest(".mixer-frame") ?? this).append(this.message); else this.message.remove();
    if (linger) this.#fading = setTimeout(() => this.message.remove(), linger);
  }
}

/** The line about a drop: whose value it is now, and which draft was not written. */
const lost = (now, draft) => say("field.lost", { who: isOwn(now.id) ? say("whose.page") : whose(now, true), text: now.text, draft });

customElements.define("fd-field", Field);
