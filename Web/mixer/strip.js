// One mixer strip: rings and other parameters, switches, the fader with its value and meter, and the name.

import { h, icon, set } from "../base/dom.js";
import { labelOf } from "../layout/groups.js";
import { changed as levelsChanged, levelOf } from "../store/levels.js";
import { membersOf, parameters } from "../store/parameters.js";
import { isAway } from "../store/peers.js";
import { explain } from "../panels/explain.js";
import { isLow, showStrip } from "../panels/strip.js";
import { caption, shared } from "../values/captions.js";
import { hsl } from "../values/color.js";
import { Field } from "../values/field.js";
import { holdersOf } from "../values/hand.js";
import { drawingOf } from "../values/kinds.js";
import { request, unwatch, watch } from "../values/paint.js";
import { Slider } from "../values/slider.js";
import { Standing } from "../values/standing.js";
import { Switch } from "../values/words.js";
import { say } from "../words/say.js";
import { Meter } from "./meter.js";
import { Ring } from "./ring.js";
import { rolesOf } from "./roles.js";

// A strip has a fader, a bar and a meter that move.
const WEIGHT = 3;
// A name with more letters has smaller ones on a low screen, where it stands beside the mute.
const LONG = 13;
const LETTERS = { mute: "M", solo: "S", record: "R" };

export class Strip extends HTMLElement {
  #parts = [];
  #ends = [];
  #dirty = new Set();

  /** `spec`: {label, ids} as the daemon gives it. Until `fill`, it has nothing but its name. */
  setUp(spec) {
    Object.assign(this, { spec, parameters: spec.ids.map(id => parameters.get(id)).filter(Boolean) });
    this.roles = rolesOf(this.parameters);
    /** The id of the fader if its target tells how loud it is, and no parameter does. */
    this.leveled = !this.roles.meter && this.roles.fader?.hasLevel ? this.roles.fader.id : null;
    this.label = this.#called();
    const main = this.main = this.roles.fader ?? this.parameters[0];
    this.hand = h("span", { class: "hand", hidden: true }, icon("hand"));
    this.name = h("button", { class: "name", "data-role": "name", "data-long": this.label.length > LONG, title: main.id, onclick: () => this.#tell() }, h("bdi", {}, this.label));
    this.body = h("div", { class: "body" });
    this.classList.add("mixer-strip");
    this.classList.toggle("bare", !this.roles.fader && !this.roles.meter);
    this.name.classList.toggle("folds", this.#folded > 0);
    set(this, { role: "group", "aria-label": this.label, "data-id": main.id });
    const { color } = [main, ...this.parameters].find(one => one.color) ?? {};
    if (color) this.style.setProperty("--color", color);
    this.append(this.body, this.hand, this.name);
    return this;
  }

  /** Its name. For a group or a word without a label, the daemon knows only the id; the labels of its parameters say more. */
  #called() {
    const { label, word, ids } = this.spec;
    if (label !== word && !ids.every(id => id.startsWith(`${label}.`))) return label;
    const said = this.parameters.filter(one => one.label !== one.id).map(one => one.label);
    const own = this.roles.fader?.label;
    // “Level” is the fader of many strips, “Channel 1” of one.
    const isName = word && said.includes(own) && [...parameters.values()].filter(one => one.label === own).length === 1;
    return shared(said) || (isName ? own : labelOf(label));
  }

  /** Shows more: on a low screen the rest of the strip, else the explanation of its fader. */
  #tell() {
    if (isLow() && this.#folded > 0) showStrip(this.label, this.parameters.map(({ id }) => id), this.main.id); else explain(this.main, this.parameters);
  }

  /** How many parameters a low screen has no room for. */
  get #folded() {
    const { fader, rings, switches, others } = this.roles;
    return fader ? rings.length + others.length + switches.filter(([, what]) => what !== "mute").length : 0;
  }

  /** Whether it shows this strip, with its present parameters. */
  shows({ label, ids }) {
    const now = ids.map(id => parameters.get(id)).filter(Boolean);
    return label === this.spec.label && now.length === this.parameters.length && now.every((one, place) => one === this.parameters[place]);
  }

  /** Whether it must not be moved or replaced. */
  get isBusy() { return this.#parts.some(part => part.field?.isBusy) || this.matches(":active, :has([data-dragged])"); }

  get isFilled() { return this.#parts.length > 0; }

  /** Makes its controls. */
  fill() {
    if (this.isFilled) return;
    const { fader, meter, rings, switches, others } = this.roles;
    const add = (parameter, draw, what) => this.#add(parameter, caption(parameter, this.label, this.parameters), draw, what);
    this.body.replaceChildren(
      h("div", { class: "head" }, rings.map(one => add(one, this.#ring)), others.map(one => add(one, this.#other))),
      h("div", { class: "switches" }, switches.map(([one, what]) => add(one, this.#switch, what))),
      h("div", { class: "level" }, fader && add(fader, this.#fader), meter && add(meter, this.#meter), this.leveled && this.#level(fader)));
    for (const part of this.#parts) this.#dirty.add(part);
    watch(this, () => this.paint(), WEIGHT);
  }

  /** Removes its controls, because it is far from the visible strips. */
  empty() {
    if (!this.isFilled) return;
    unwatch(this);
    for (const end of this.#ends) end();
    for (const part of this.#parts) part.field?.tearDown();
    [this.#parts, this.#ends] = [[], []];
    this.#dirty.clear();
    this.body.replaceChildren();
  }

  /** Paints the parts whose values have changed. */
  paint() {
    for (const part of this.#dirty) part.paint();
    this.#dirty.clear();
    this.classList.toggle("is-away", isAway(this.main.id));
    const holders = this.#parts.map(part => part.holders).find(Boolean) ?? null;
    if (this.hand.hidden === (holders !== null)) this.hand.hidden = holders === null;
    if (holders) set(this.hand, { title: holders });
  }

  /** Makes the element of one parameter: the result of `draw`, {kind, role, children, control, field}, with the lines of its `Standing`. */
  #add(parameter, text, draw, what) {
    const isAlone = parameter === this.main || parameter.label !== this.label;
    const name = isAlone ? parameter.label : say("mixer.part", { strip: this.label, part: text });
    const part = draw.call(this, parameter, name, text, what);
    const parts = (parameter.parts ?? []).map(id => parameters.get(id)).filter(Boolean);
    const ids = [parameter, ...parts].map(one => one.id);
    const standing = new Standing();
    const element = h("div", { class: `part ${part.kind}`, "data-role": part.role }, ...part.children, standing.element);
    part.paint = () => {
      part.control?.paint();
      part.field?.paint();
      standing.paint(element, ids);
      part.holders = holdersOf(parameter, ids);
      element.classList.toggle("touched", part.holders !== null);
      element.classList.toggle("is-away", isAway(parameter.id));
    };
    this.#parts.push(part);
    for (const one of [parameter, ...parts, ...membersOf(parameter)]) {
      this.#ends.push(one.changed.on(() => { this.#dirty.add(part); request(this); }));
    }
    return element;
  }

  #opener(field) { return () => field.open(document.activeElement); }

  #fader(parameter, name) {
    const field = new Field().setUp(parameter, name);
    const control = new Slider().setUp(parameter, name, this.#opener(field), true);
    return { kind: "fader", role: "fader", control, field, children: [field, h("div", { class: "well" }, control)] };
  }

  #meter(parameter, name) {
    const meter = new Meter(name);
    return { kind: "metering", role: "meter", control: { paint: () => meter.show(parameter.position ?? 0, parameter.text) }, children: [meter.element] };
  }

  /** The meter of a fader whose target tells how loud it is. */
  #level({ id, label }) {
    const meter = new Meter(say("mixer.level", { name: label }));
    const part = { paint: () => meter.showLevel(levelOf(id)) };
    this.#parts.push(part);
    this.#ends.push(levelsChanged.on(ids => {
      if (!ids.has(id)) return;
      this.#dirty.add(part);
      request(this);
    }));
    return h("div", { class: "part metering", "data-role": "meter" }, meter.element);
  }

  #ring(parameter, name, text) {
    const field = new Field().setUp(parameter, name);
    const control = new Ring().setUp(parameter, name, this.#opener(field));
    return { kind: "turning", role: `ring ${text}`, control, field, children: [control, captioned(text), field] };
  }

  #switch(parameter, name, text, what) {
    const control = new Switch().setUp(parameter, name, LETTERS[what]);
    set(control.button, { title: text });
    return { kind: `switch-part ${what}`, role: what, control, children: [control] };
  }

  #other(parameter, name, text) {
    const { kind } = parameter;
    const extra = (control, ...children) => ({ kind: `extra ${kind}`, role: text, control, children });
    const { small, isCaptioned, hasSwatch } = drawingOf(parameter);
    if (small) {
      const control = small(parameter, name, text);
      return extra(control, ...(isCaptioned ? [captioned(text)] : []), control);
    }
    const field = new Field().setUp(parameter, name);
    const swatch = hasSwatch ? makeSwatch((parameter.parts ?? []).map(id => parameters.get(id))) : null;
    return { ...extra(swatch, captioned(text), ...(swatch ? [swatch.element] : []), field), field };
  }
}

/** A caption over or beside a control. */
const captioned = text => h("span", { class: "caption", "aria-hidden": "true", title: text }, h("bdi", {}, text));

/** The color of a parameter with these parts. */
function makeSwatch(parts) {
  const element = h("div", { class: "swatch", "aria-hidden": "true" });
  return { element, paint: () => { element.style.backgroundColor = hsl(...parts.map(part => part?.position ?? 0)); } };
}

customElements.define("fd-strip", Strip);
