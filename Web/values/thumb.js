// The handle of a slider. Keyboards and screen readers use it, too.

import { h, set } from "../base/dom.js";
import { Gesture } from "../store/sender.js";
import { askViewed, pathOf } from "../stream/api.js";
import { takeAnswer } from "../store/parameters.js";
import { question } from "../layout/dialog.js";
import { complain } from "../layout/toast.js";
import { moveTo } from "./paint.js";
import { say } from "../words/say.js";

const STEPS = {
  ArrowRight: [1, "ordinary"], ArrowUp: [1, "ordinary"], ArrowLeft: [-1, "ordinary"], ArrowDown: [-1, "ordinary"],
  PageUp: [1, "big"], PageDown: [-1, "big"],
};
const ENDS = { Home: 0, End: 1 };
const WHEEL_REST = 400;
const SPOKEN_REST = 500;

/** Sets a parameter to its default. */
export async function reset(id) {
  try {
    takeAnswer(await askViewed("POST", `${pathOf(id)}/reset`), true);
  } catch (error) {
    complain(error);
  }
}

/** Asks whether to set a parameter to its default, and does it. */
async function askToReset(id, name) {
  try {
    // “default” can be typed as a value, so a check of it gives the text of the default.
    const { text } = await askViewed("POST", `${pathOf(id)}/check`, { text: "default" });
    if (await question(say("reset.question", { name, text }), say("reset.do"))) reset(id);
  } catch (error) {
    complain(error);
  }
}

export class Thumb {
  #gesture = null;
  #key = null;
  #wheel = 0;
  #turned = 0;
  #speaking = 0;
  #pointer = "";

  /**
   * `openField(isTyped)` opens the text field. `isTyped`: because a key was pressed that begins a number. On an upright handle, the left and
   * right arrow keys do not change the value: they lead to its neighbors.
   */
  constructor(parameter, name, openField, isUpright = false) {
    Object.assign(this, { parameter, isUpright });
    this.element = h("div", {
      class: "thumb", role: "slider", tabindex: "0", "aria-label": name, "aria-orientation": isUpright ? "vertical" : "horizontal",
      onkeydown: event => this.#down(event, openField), onkeyup: event => this.#up(event), onblur: () => this.#release(),
      // Only a mouse is sure to mean a double click: two taps may also come from a finger that has just missed the handle.
      onpointerdown: event => { this.#pointer = event.pointerType; },
      ondblclick: event => { event.preventDefault(); if (this.#pointer === "mouse") reset(parameter.id); },
      oncontextmenu: event => { if (this.#pointer !== "mouse") event.preventDefault(); },
    });
    /** The element that moves along the track. */
    this.carrier = isUpright ? h("div", { class: "carrier" }, this.element) : this.element;
    this.speak();
  }

  /** A finger lay on it for a while. */
  askToReset() { askToReset(this.parameter.id, this.element.getAttribute("aria-label")); }

  /** Draws the handle at a position, 0…1 of its track. */
  place(position) { this.carrier.style.transform = moveTo(position, this.isUpright); }

  /** Tells screen readers the value, and during a movement only twice a second. */
  speak() {
    this.#speaking ||= setTimeout(() => {
      this.#speaking = 0;
      const { position, text, scale } = this.parameter;
      const value = scale ? at => scale.value(at) : at => Math.round(at * 100);
      const ends = [value(0), value(1)];
      set(this.element, {
        "aria-valuemin": String(Math.min(...ends)), "aria-valuemax": String(Math.max(...ends)),
        "aria-valuenow": String(value(position ?? 0)), "aria-valuetext": text,
      });
    }, this.element.hasAttribute("aria-valuenow") ? SPOKEN_REST : 0);
  }

  #down(event, openField) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.isUpright && ["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    if (event.key in STEPS) {
      event.preventDefault();
      if (this.#key && this.#key !== event.key) this.#release();
      this.#key = event.key;
      this.#gesture ??= new Gesture(this.parameter.id, complain);
      const [by, size] = STEPS[event.key];
      this.#gesture.step(by, event.shiftKey && size === "ordinary" ? "fine" : size);
    } else if (event.key in ENDS) {
      event.preventDefault();
      if (!event.repeat) new Gesture(this.parameter.id, complain).end(ENDS[event.key]);
    } else if (/^[-−+.,٫\p{Nd}]$/u.test(event.key)) {
      openField(true);
    } else if (event.key === "Enter" || event.key === "F2") {
      event.preventDefault();
      openField(false);
    }
  }

  #up(event) {
    if (event.key === this.#key) this.#release();
  }

  /** The key was released, or the focus was lost. */
  #release() {
    this.#gesture?.finish();
    this.#gesture = this.#key = null;
    this.#rest();
  }

  /** Takes turns of the wheel anywhere over the slider, because the handle itself moves away from the pointer. */
  turn(event) {
    if (document.activeElement !== this.element || event.ctrlKey) return;
    event.preventDefault();
    const way = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : -event.deltaY;
    // A touchpad sends many small turns. A notch of a wheel is about a hundred pixels, or three lines.
    this.#turned += event.deltaMode === 0 ? way / 100 : way / 3;
    const notches = Math.trunc(this.#turned);
    if (!notches) return;
    this.#turned -= notches;
    this.#wheelGesture ??= new Gesture(this.parameter.id, complain);
    this.#wheelGesture.step(notches, event.shiftKey ? "fine" : "ordinary");
    clearTimeout(this.#wheel);
    this.#wheel = setTimeout(() => this.#rest(), WHEEL_REST);
  }

  #wheelGesture = null;

  #rest() {
    clearTimeout(this.#wheel);
    this.#wheelGesture?.finish();
    this.#wheelGesture = null;
    this.#turned = 0;
  }
}
