// Sends drags and steps. The whole page has only one of these requests on its way at a time. Meanwhile only the newest position of each drag
// is kept.

import { ask, askViewed, pathOf } from "../stream/api.js";
import { takeAnswer } from "./parameters.js";

const waiting = new Map();
let isSending = false;
let last = 0;

// id → how many gestures of this page hold it. The daemon reports a value as touched for these gestures, too.
const own = new Map();
// The daemon ends a gesture after two seconds of silence. This is a little longer.
const SILENCE = 2200;

/** Whether this page itself holds a parameter. */
export const isOwn = id => own.has(id);

function count(id, by) {
  const now = (own.get(id) ?? 0) + by;
  if (now > 0) own.set(id, now); else own.delete(id);
}

/** A drag, a key held down or a turned wheel. All its changes are one entry of the history. */
export class Gesture {
  #key = `hand-${++last}-${Math.random().toString(36).slice(2, 8)}`;
  // The keys of its waiting messages. Mostly there is one, because a newer message replaces it or is added to it.
  #places = [this.#key];
  #failed;
  #isOver = false;
  // The parameter's revision after the newest answer, by how much one move raises it at most, and whether somebody else has raised it meanwhile.
  #revision;
  #most;
  #isShared = false;

  /**
   * `failed(error)` is called if a request fails; the gesture is then over. `revision`: that of the parameter now. `parts`: how many values one move
   * changes, each of which counts in the revision.
   */
  constructor(id, failed, revision, parts = 1) {
    this.id = id;
    this.#failed = failed;
    this.#revision = revision;
    this.#most = parts;
    count(id, 1);
  }

  #answered(answer, { by }) {
    takeAnswer(answer, by !== 0);
    // The answer to a step on a part is about that part alone.
    if (answer.id !== this.id) return;
    // A step of 0 only keeps the gesture open.
    if (answer.revision > this.#revision + (by === 0 ? 0 : this.#most)) this.#isShared = true;
    this.#revision = answer.revision;
  }

  #over() {
    if (this.#isOver) return;
    this.#isOver = true;
    setTimeout(() => count(this.id, -1), SILENCE);
  }

  /** Moves to a position, 0…1, or for a value with parts to positions such as {low: 0.1}. */
  move(position) { this.#put(this.#body(position)); }

  /** Moves to a position as above, and ends the gesture. */
  end(position) {
    this.#put({ ...this.#body(position), end: true });
    this.#over();
  }

  /** Requests the parameter, after the waiting messages and before later ones. */
  read(taken) {
    enqueue(`${this.#key}-read`, { method: "GET", path: pathOf(this.id), taken, failed: this.#failed });
  }

  /**
   * Ends the gesture where it began. Then sets the exact value, if a step keeps the position from giving it. If somebody else has changed the value
   * meanwhile, it stays as it is, and `stays()` is called. `part`: as for `finish`.
   */
  restore(position, valueOf, stays, part = this.id) {
    const failed = error => {
      if (error.status !== 412) return this.#failed?.(error);
      enqueue(this.#key, this.#ending(part));
      stays();
    };
    const taken = answer => {
      takeAnswer(answer, true);
      const value = valueOf();
      if (JSON.stringify(answer.value) === JSON.stringify(value)) return;
      const body = { value };
      enqueue(this.#key, { method: "PUT", path: pathOf(this.id), body, isViewed: true, match: answer.revision, taken: now => takeAnswer(now, true), failed });
    };
    const message = { method: "PUT", path: pathOf(this.id), body: { ...this.#body(position), end: true }, isViewed: true, taken, failed };
    // Earlier moves may still be on their way, and their answers say more.
    enqueue(this.#places.at(-1), { late: () => {
      if (!this.#isShared) return { ...message, match: this.#revision };
      stays();
      return this.#ending(part);
    } });
    this.#over();
  }

  /** The message that ends the gesture and changes nothing. */
  #ending(part) {
    return { method: "POST", path: `${pathOf(part)}/step`, body: { by: 0, gesture: this.#key, end: true }, isViewed: true, taken: answer => takeAnswer(answer), failed: this.#failed };
  }

  /** Moves by steps. Waiting steps are added up. */
  step(by, size) {
    const before = this.#newest?.body;
    // A step of another size cannot be added, so it waits behind the others.
    if (before && before.size !== size) this.#places.push(`${this.#key}-${this.#places.length}`);
    this.#put({ by: before?.size === size ? before.by + by : by, size, gesture: this.#key }, { method: "POST", ending: "/step" });
  }

  /**
   * Ends the gesture. Sends only what still waits, so that a value that somebody else has set meanwhile stays. `id`: one of
   * the gesture's parameters.
   */
  finish(id = this.id) {
    const newest = this.#newest;
    if (newest) newest.body.end = true; else this.#put({ by: 0, gesture: this.#key, end: true }, { method: "POST", ending: "/step", id });
    this.#over();
  }

  /** Keeps the gesture open while the hand rests, by a step of 0 on `id`, one of the gesture's parameters. */
  keep(id) {
    if (!this.#newest) this.#put({ by: 0, gesture: this.#key }, { method: "POST", ending: "/step", id });
  }

  /** Stops without another change, and discards what waits. The daemon ends the gesture by itself. */
  drop() {
    for (const place of this.#places) waiting.delete(place);
    // If a message on its way fails, that no longer matters, either.
    this.#failed = null;
    this.#over();
  }

  /** The newest message that still waits; undefined if none does. */
  get #newest() { return waiting.get(this.#places.at(-1)); }

  #body(position) {
    return typeof position === "number" ? { position, gesture: this.#key } : { positions: position, gesture: this.#key };
  }

  #put(body, { method = "PUT", ending = "", id = this.id } = {}) {
    if (this.#isOver) return;
    enqueue(this.#places.at(-1), { method, path: pathOf(id) + ending, body, isViewed: true, taken: answer => this.#answered(answer, body), failed: error => {
      const failed = this.#failed;
      this.drop();
      failed?.(error);
    } });
  }
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
      const [key, waited] = next.value;
      waiting.delete(key);
      const message = waited.late?.() ?? waited;
      try {
        const answer = await (message.isViewed ? askViewed : ask)(message.method, message.path, message.body, message.match);
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

/** Discards the waiting messages, because what was done before the connection broke must not happen after it is back. */
export const forget = () => waiting.clear();
