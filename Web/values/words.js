// Toggles, choices and triggers: controls that show words instead of a track.

import { h, newID, set, write } from "../base/dom.js";
import { askViewed, pathOf } from "../stream/api.js";
import { events } from "../stream/live.js";
import { inkOn } from "./color.js";
import { parameters, takeAnswer } from "../store/parameters.js";
import { complain, tell } from "../layout/toast.js";
import { say } from "../words/say.js";

/** Sends the chosen values of one parameter, a request at a time, so that none overtakes another. Only the newest waiting value is kept. */
class Wish {
  #isSending = false;

  /** `over()` is called when all requests are answered: the shown value may differ from the daemon's. */
  constructor(id, over) { Object.assign(this, { id, over }); }

  /** The value last asked for; undefined once all requests are answered. */
  value;

  async put(value) {
    this.value = value;
    if (this.#isSending) return;
    this.#isSending = true;
    for (let sent; sent !== this.value;) {
      sent = this.value;
      try {
        takeAnswer(await askViewed("PUT", pathOf(this.id), { value: sent }), true);
      } catch (error) {
        complain(error);
      }
    }
    this.#isSending = false;
    this.value = undefined;
    this.over();
  }
}

/** Gives a button the color of its parameter, which it has while it is on. */
export function paintColor(element, { color }) {
  element.classList.toggle("colored", Boolean(color));
  if (!color) return;
  element.style.setProperty("--on", color);
  element.style.setProperty("--on-ink", inkOn(color));
}

/** A toggle. */
export class Switch extends HTMLElement {
  /** `caption`: a visible text, if its name is not beside it. */
  setUp(parameter, name, caption = null) {
    this.parameter = parameter;
    paintColor(this, parameter);
    this.words = parameter.words ?? ["off", "on"];
    this.word = h("span", { class: "word" });
    // The second click of a double click comes before the answer to the first. So it reverses the value last asked for, not the one shown.
    const wish = new Wish(parameter.id, () => this.paint());
    this.button = h("button", {
      role: "switch", class: "switch", "aria-label": name, onclick: () => wish.put(!(wish.value ?? this.isOn)),
    }, h("span", { class: "lamp", "aria-hidden": "true" }), caption && h("span", { class: "caption" }, h("bdi", {}, caption)), this.word);
    this.append(this.button);
    return this;
  }

  get isOn() { return this.parameter.known && (this.parameter.position ?? 0) >= 0.5; }

  paint() {
    set(this.button, { "aria-checked": String(this.isOn) });
    write(this.word, this.parameter.known ? this.words[this.isOn ? 1 : 0] : this.parameter.text);
  }
}

/** An option that the target does not have, and that is there only because it is the value; one without an id is a value that is not known. */
const absent = ({ id, label }) => id ? say("choice.absent", { label }) : say("choice.unknown");

/** A choice: up to five options side by side, or a list of more. */
export class Choice extends HTMLElement {
  /** `isCompact`: a list even if the options are few. */
  setUp(parameter, name, isCompact = false) {
    this.parameter = parameter;
    this.wish = new Wish(parameter.id, () => this.paint());
    /** The options as they are shown. */
    const options = this.options = (parameter.options ?? []).map(option => option.absent ? { ...option, label: absent(option) } : option);
    if (isCompact || options.length > 5) this.#makeList(options, name); else this.#makeRadios(options, name);
    return this;
  }

  /** Chooses an option. */
  put(id) { this.wish.put(id); }

  /** The place of its option; -1 if its value is not known. */
  get index() {
    if (!this.parameter.known) return -1;
    return Math.round((this.parameter.position ?? 0) * Math.max(0, (this.parameter.options?.length ?? 1) - 1));
  }

  #makeList(options, name) {
    this.list = h("select", { "aria-label": name, onchange: () => this.wish.put(options[this.list.selectedIndex].id) },
      options.map(option => h("option", { disabled: option.absent }, option.label)));
    // What is shown while the value is not known. Nobody chooses it.
    this.unheard = h("option", { disabled: true, hidden: true });
    this.append(this.list);
  }

  #makeRadios(options, name) {
    const group = newID("choice");
    this.radios = options.map(option => h("input", { type: "radio", name: group, disabled: option.absent, onchange: () => this.wish.put(option.id) }));
    this.append(h("div", { role: "radiogroup", "aria-label": name, class: "radios" },
      options.map((option, index) => h("label", {}, this.radios[index], h("span", {}, option.label)))));
  }

  paint() {
    if (this.list) {
      const { index } = this;
      if (index < 0) this.list.append(this.unheard); else this.unheard.remove();
      write(this.unheard, this.parameter.text);
      this.list.selectedIndex = index < 0 ? this.options.length : index;
    }
    this.radios?.forEach((radio, index) => { radio.checked = index === this.index; });
  }
}

/** A trigger: a button that says when it is running. */
export class Trigger extends HTMLElement {
  /** `caption`: a visible text, if its name is not beside it. */
  setUp(parameter, name, caption = null) {
    this.parameter = parameter;
    paintColor(this, parameter);
    this.word = h("span", { class: "word" });
    const press = () => askViewed("POST", `${pathOf(parameter.id)}/press`).then(answer => {
      takeAnswer(answer);
      if (answer.notice) tell(answer.notice);
    }, complain);
    this.button = h("button", { class: "press", "aria-label": say("trigger.press-it", { name }), onclick: press }, h("span", { class: "lamp", "aria-hidden": "true" }), caption && h("span", { class: "caption" }, h("bdi", {}, caption)), this.word);
    this.append(this.button);
    return this;
  }

  paint() {
    const { running } = this.parameter;
    this.button.classList.toggle("running", running);
    write(this.word, running ? say("trigger.running") : say("trigger.press"));
  }
}

// Shown whoever pressed it, because a desk may have no lamp for it.
events.on((name, { id, ok, message }) => {
  if (name === "ended" && !ok) tell(say("trigger.failed", { name: parameters.get(id)?.label ?? id, message }));
});

customElements.define("fd-switch", Switch);
customElements.define("fd-trigger", Trigger);
customElements.define("fd-choice", Choice);
