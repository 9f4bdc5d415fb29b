// One row: label · control · value.

import { h, icon, set } from "../base/dom.js";
import { membersOf, parameters } from "../store/parameters.js";
import { holdersOf } from "./hand.js";
import { kindOf } from "../store/kinds.js";
import { makeToggles } from "./companions.js";
import { Field } from "./field.js";
import { drawingOf } from "./kinds.js";
import { Standing } from "./standing.js";
import { isAway } from "../store/peers.js";
import { request, unwatch, watch } from "./paint.js";
import { say } from "../words/say.js";

export class Row extends HTMLElement {
  #ends = [];

  /**
   * `explain(parameter, all)` is called when the label is pressed. `toggles`: the toggles of the parameter, shown at the end of its row.
   * `called`: shown instead of its label, which it may share with others.
   */
  setUp(parameter, explain, toggles = [], called = null) {
    Object.assign(this, { parameter, toggles });
    this.switches = toggles.length ? makeToggles(parameter, toggles) : null;
    this.classList.toggle("with-toggles", toggles.length > 0);
    const { id, kind, label } = parameter;
    const parts = (parameter.parts ?? []).map(part => parameters.get(part)).filter(Boolean);
    this.field = new Field().setUp(parameter, label);
    this.hand = h("span", { class: "hand", hidden: true }, icon("hand"), h("span", { class: "unseen" }, say("row.touched")));
    this.control = this.#makeControl(parts);
    this.standing = new Standing();
    this.classList.add("row", kind);
    this.dataset.id = id;
    const declared = parameter.declaredBy?.length ? h("span", { class: "by" }, say("by", { who: parameter.declaredBy.join(", ") })) : null;
    this.append(...[
      h("div", { class: "label" }, h("button", { class: "name", title: id, onclick: () => explain(parameter, [parameter, ...toggles]) }, h("bdi", {}, called ?? (label === id ? id.slice(id.lastIndexOf(".") + 1) : label))), this.hand, declared),
      this.control, kindOf(parameter).isButton ? null : this.field, this.switches?.element, this.standing.element,
    ].filter(Boolean));
    for (const one of [parameter, ...parts, ...toggles, ...membersOf(parameter)]) this.#ends.push(one.changed.on(() => request(this)));
    this.paint();
    return this;
  }

  /** Whether it shows these. */
  shows(parameter, toggles) {
    return this.parameter === parameter && this.toggles.length === toggles.length && toggles.every((one, place) => one === this.toggles[place]);
  }

  connectedCallback() { watch(this, () => this.paint()); }

  disconnectedCallback() { unwatch(this); }

  /** Removes its listeners, and closes its field if it is open. */
  tearDown() {
    for (const end of this.#ends) end();
    this.field.tearDown();
  }

  #makeControl(parts) {
    const open = (isTyped, end = null) => this.field.open(document.activeElement, isTyped ? end : null);
    return drawingOf(this.parameter).inRow(this.parameter, parts, open);
  }

  paint() {
    this.control?.paint();
    this.field.paint();
    this.switches?.paint();
    const ids = [this.parameter, ...this.toggles].flatMap(({ id, parts }) => [id, ...(parts ?? [])]);
    this.standing.paint(this, ids);
    this.classList.toggle("is-away", isAway(this.parameter.id));
    const holders = holdersOf(this.parameter, ids);
    if (this.hand.hidden === (holders !== null)) {
      this.hand.hidden = holders === null;
      this.classList.toggle("touched", holders !== null);
    }
    if (holders) set(this.hand, { title: holders });
  }
}

customElements.define("fd-row", Row);
