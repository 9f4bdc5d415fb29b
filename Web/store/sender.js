// Sends what hands do. One request of a drag is on its way at a time, for the whole page; meanwhile only the newest of each drag is kept.

import { ask, askViewed, pathOf } from "../stream/api.js";
import { takeAnswer } from "./parameters.js";

const waiting = new Map();
let isSending = false;
let last = 0;

// id → how many gestures of this page are on it. The daemon says of these, too, that the value is held.
const own = new Map();
// The daemon ends what has nothing more to say after two seconds.
const SILENCE = 2200;
// The daemon takes no more in one turn.
const MOST_DETENTS = 240;

const virtualPathOf = control => `/v1/virtual/${encodeURIComponent(control)}`;

/** Whether this page itself holds a parameter. */
export const isOwn = id => own.has(id);

function count(id, by) {
  const now = (own.get(id) ?? 0) + by;
  if (now > 0) own.set(id, now); else own.delete(id);
}

/** A drag, a key held down, a turned wheel: all that it changes is one entry of the history. */
export class Gesture {
  #key = `hand-${++last}-${Math.random().toString(36).slice(2, 8)}`;
  // The keys of what waits: mostly one, because what is newer replaces it or is added to it.
  #places = [this.#key];
  #failed;
  #isOver = false;

  /** `failed(error)` is called once if the daemon does not take it; the gesture is over then. */
  constructor(id, failed) {
    this.id = id;
    this.#failed = failed;
    count(id, 1);
  }

  #over() {
    if (this.#isOver) return;
    this.#isOver = true;
    setTimeout(() => count(this.id, -1), SILENCE);
  }

  /** The position, 0…1; where the value has parts: {low: 0.1}. */
  move(position) { this.#put(this.#body(position)); }

  /** Moves there and ends. */
  end(position) {
    this.#put({ ...this.#body(position), end: true });
    this.#over();
  }

  /** Steps; those that wait are added up. */
  step(by, size) {
    const before = this.#newest?.body;
    // A step of another size is no part of that sum: it waits behind it.
    if (before && before.size !== size) this.#places.push(`${this.#key}-${this.#places.length}`);
    this.#put({ by: before?.size === size ? before.by + by : by, size, gesture: this.#key }, "POST", "/step");
  }

  /** Ends without another change than what still waits, so that what somebody else has set meanwhile stays. `id`: one of its parameters. */
  finish(id = this.id) {
    const newest = this.#newest;
    if (newest) newest.body.end = true; else this.#put({ by: 0, gesture: this.#key, end: true }, "POST", "/step", id);
    this.#over();
  }

  /** Says that it goes on, where a hand rests: a step by nothing of one of its parameters. */
  keep(id) {
    if (!this.#newest) this.#put({ by: 0, gesture: this.#key }, "POST", "/step", id);
  }

  /** Stops without another change: what waits is forgotten. The daemon ends it by itself. */
  drop() {
    for (const place of this.#places) waiting.delete(place);
    this.#over();
  }

  /** What was last to be sent and still waits. */
  get #newest() { return waiting.get(this.#places.at(-1)); }

  #body(position) {
    return typeof position === "number" ? { position, gesture: this.#key } : { positions: position, gesture: this.#key };
  }

  #put(body, method = "PUT", ending = "", id = this.id) {
    if (this.#isOver) return;
    enqueue(this.#places.at(-1), { method, path: pathOf(id) + ending, body, isViewed: true, taken: takeAnswer, failed: error => {
      this.drop();
      this.#failed?.(error);
    } });
  }
}

/** A finger on a fader of the virtual surface. */
export class VirtualFinger {
  #path;
  #key;
  #failed;

  constructor(control, failed) {
    this.#path = virtualPathOf(control);
    this.#key = `finger-${control}`;
    this.#failed = failed;
    this.#put("touch", { touched: true });
  }

  move(position) { this.#put("move", { position }); }

  lift() { this.#put("lift", { touched: false }); }

  #put(step, body) {
    // Three of them, so that a move never overtakes or replaces the touch before it.
    enqueue(`${this.#key}-${step}`, { method: "PUT", path: this.#path, body, failed: this.#failed });
  }
}

/** A finger on a button or an encoder of the virtual surface. */
export class VirtualPress {
  #put;

  constructor(control, failed) {
    const path = virtualPathOf(control);
    // Each step has a key of its own: none may replace another, or a button would stay down.
    this.#put = pressed => enqueue(`press-${++last}`, { method: "PUT", path, body: { pressed }, failed });
    this.#put(true);
  }

  lift() { this.#put(false); }
}

/** Turns an encoder of the virtual surface; detents that wait are added up. */
export function turnVirtual(control, detents, failed) {
  const key = `turn-${control}`;
  const turn = Math.max(-MOST_DETENTS, Math.min(MOST_DETENTS, detents + (waiting.get(key)?.body.turn ?? 0)));
  enqueue(key, { method: "PUT", path: virtualPathOf(control), body: { turn }, failed });
}

function enqueue(key, message) {
  waiting.set(key, message);
  if (!isSending) drain();
}

async function drain() {
  isSending = true;
  try {
    for (;;) {
      const next = waiting.entries().next();
      if (next.done) return;
      const [key, message] = next.value;
      waiting.delete(key);
      try {
        const answer = await (message.isViewed ? askViewed : ask)(message.method, message.path, message.body);
        message.taken?.(answer);
      } catch (error) {
        waiting.delete(key);
        message.failed?.(error);
      }
    }
  } finally {
    isSending = false;
  }
}

/** Nothing that was done before the connection broke is done after it. */
export function forget() { waiting.clear(); }
