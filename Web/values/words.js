// Toggles and choices: what has words instead of a travel.

import { h, newID, set, write } from "../base/dom.js";
import { askViewed, pathOf } from "../stream/api.js";
import { takeAnswer } from "../store/parameters.js";
import { complain } from "../layout/toast.js";

async function put(id, value) {
  try {
    takeAnswer(await askViewed("PUT", pathOf(id), { value }));
  } catch (error) {
    complain(error);
  }
}

/** A toggle. */
export class Switch extends HTMLElement {
  setUp(parameter, name) {
    this.parameter = parameter;
    this.words = parameter.words ?? ["off", "on"];
    this.word = h("span", { class: "word" });
    this.button = h("button", {
      type: "button", role: "switch", class: "switch", "aria-label": name, onclick: () => put(parameter.id, !this.isOn),
    }, h("span", { class: "lamp", "aria-hidden": "true" }), this.word);
    this.append(this.button);
    return this;
  }

  get isOn() { return (this.parameter.position ?? 0) >= 0.5; }

  paint() {
    set(this.button, { "aria-checked": String(this.isOn) });
    write(this.word, this.words[this.isOn ? 1 : 0]);
  }
}

/** A choice: all of its options side by side where they are few. */
export class Choice extends HTMLElement {
  setUp(parameter, name) {
    this.parameter = parameter;
    const options = parameter.options ?? [];
    if (options.length > 5) this.#makeList(options, name); else this.#makeRadios(options, name);
    return this;
  }

  get index() { return Math.round((this.parameter.position ?? 0) * Math.max(0, (this.parameter.options?.length ?? 1) - 1)); }

  #makeList(options, name) {
    this.list = h("select", { "aria-label": name, onchange: () => put(this.parameter.id, options[this.list.selectedIndex].id) },
      options.map(option => h("option", {}, option.label)));
    this.append(this.list);
  }

  #makeRadios(options, name) {
    const group = newID("choice");
    this.radios = options.map(option => h("input", { type: "radio", name: group, onchange: () => put(this.parameter.id, option.id) }));
    this.append(h("div", { role: "radiogroup", "aria-label": name, class: "radios" },
      options.map((option, index) => h("label", {}, this.radios[index], h("span", {}, option.label)))));
  }

  paint() {
    if (this.list) this.list.selectedIndex = this.index;
    this.radios?.forEach((radio, index) => { radio.checked = index === this.index; });
  }
}

customElements.define("fd-switch", Switch);
customElements.define("fd-choice", Choice);
