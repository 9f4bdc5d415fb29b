// A button that acts while it is down, as one of a device does: it lets go when the finger leaves, is taken away, or the page is lost.

import { set } from "../base/dom.js";
import { askViewed, pathOf } from "../stream/api.js";
import { changed as connectionChanged } from "../stream/live.js";
import { takeAnswer } from "../store/parameters.js";
import { complain, tell } from "../layout/toast.js";
import { say } from "../words/say.js";

// The daemon lets go after two seconds of silence. So that it does soon when the page is lost, this is well below.
const REST = 700;
let count = 0;

/** One time that a button is down. */
export class Press {
  #name = `finger-${++count}-${Math.random().toString(36).slice(2, 8)}`;
  #path;
  #work = Promise.resolve();
  #isWaiting = false;
  #isOver = false;
  #timer;

  /** `value`: what the parameter is held at; undefined for a trigger. `over()`: called when it ends by itself, because it failed. */
  constructor(id, value, over) {
    this.#path = `${pathOf(id)}/hold`;
    this.over = over;
    this.#send(value === undefined ? {} : { value });
    this.#timer = setInterval(() => { if (!this.#isWaiting) this.#send({}); }, REST);
  }

  /** One request after the other, so that none overtakes another. */
  #send(body) {
    this.#isWaiting = true;
    this.#work = this.#work.then(async () => {
      if (this.#isOver === "failed") return null;
      try {
        const answer = await askViewed("POST", this.#path, { ...body, gesture: this.#name });
        takeAnswer(answer, true);
        if (answer.notice) tell(answer.notice);
        return answer;
      } catch (error) {
        clearInterval(this.#timer);
        const isHeard = this.#isOver !== "left";
        this.#isOver = "failed";
        // Nobody looks at a page that is hidden, and the daemon lets go by itself.
        if (isHeard) complain(error);
        this.over();
        return null;
      } finally {
        this.#isWaiting = false;
      }
    });
    return this.#work;
  }

  /** Resolves to the parameter as it is then; null if that is not known. */
  end() {
    clearInterval(this.#timer);
    if (this.#isOver) return Promise.resolve(null);
    this.#isOver = "ended";
    return this.#send({ end: true });
  }

  /** The page is hidden. */
  leave() {
    const work = this.end();
    if (this.#isOver === "ended") this.#isOver = "left";
    return work;
  }

  /** The connection is lost, and with it all that is on its way: the daemon lets go by itself. */
  drop() {
    clearInterval(this.#timer);
    this.#isOver = "failed";
  }
}

/**
 * Tells what a finger does with a button: `down()`, `up(isTaken)`, which the system may have taken away, and `lost(isHidden)` if the page is hidden or
 * the connection lost while it is down. A screen reader comes down and goes up at once. Returns {end()}.
 */
export function fingers(control, button, { down, up, lost }) {
  let isDown = false;
  let pointer = null;
  const show = () => button.toggleAttribute("data-dragged", isDown);
  const press = () => {
    if (isDown || button.closest("[inert]")) return;
    isDown = true;
    show();
    down();
  };
  const leave = () => {
    const wasDown = isDown;
    isDown = false;
    pointer = null;
    show();
    return wasDown;
  };
  const release = (isTaken = false) => { if (leave()) up(isTaken); };
  const isOwn = event => isDown && event.pointerId === pointer;
  set(control, {
    onpointerdown: event => {
      if (event.button !== 0 || isDown) return;
      pointer = event.pointerId;
      press();
      if (isDown) button.setPointerCapture(pointer);
    },
    onpointerup: event => { if (isOwn(event)) release(); },
    onpointercancel: event => { if (isOwn(event)) release(true); },
    onlostpointercapture: event => { if (isOwn(event)) release(); },
    // A finger that rests would open a menu, which takes it away.
    oncontextmenu: event => event.preventDefault(),
    onkeydown: event => {
      if (![" ", "Enter"].includes(event.key)) return;
      event.preventDefault();
      if (!event.repeat) press();
    },
    onkeyup: event => { if ([" ", "Enter"].includes(event.key)) { event.preventDefault(); if (pointer === null) release(); } },
    onfocusout: () => { if (pointer === null) release(); },
  });
  // What the browser makes of a finger has been done. A screen reader clicks without one.
  control.addEventListener("click", event => {
    event.stopImmediatePropagation();
    if (event.detail === 0 && !isDown) { press(); release(); }
  }, true);
  const stop = connectionChanged.on(({ state }) => {
    if (["hidden", "lost", "denied"].includes(state) && leave()) lost(state === "hidden");
  });
  return { end: () => { stop(); release(); }, give: leave };
}

/**
 * Makes a button act while it is down. `how`: {action, value} as the page of the config has it; without a value for a trigger.
 * Returns {end()}.
 */
export function actsWhileDown(control, button, parameter, { action, value } = {}) {
  let press = null;
  const finger = fingers(control, button, {
    down() {
      const own = press = new Press(parameter.id, value, () => {
        if (press !== own) return;
        press = null;
        finger.give();
      });
    },
    async up() {
      const ended = press;
      press = null;
      const after = await ended?.end();
      // A button that is followed ends at off, whatever was before.
      if (action === "follow" && after?.position > 0) askViewed("PUT", pathOf(parameter.id), { value: false }).then(now => takeAnswer(now, true), complain);
    },
    lost(isHidden) {
      if (isHidden) press?.leave();
      else press?.drop();
      press = null;
    },
  });
  set(button, { "aria-description": say("pads.held") });
  control.classList.add("held-down");
  return finger;
}
