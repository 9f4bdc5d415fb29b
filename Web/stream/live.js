// The event stream of this page: opens it, passes its events on, and opens it again when it ends. A hidden page has no stream.

import { Refusal, Unanswered, giveUp, headers, session } from "./api.js";
import { readEvents } from "./reader.js";
import { takePlace } from "./slots.js";
import { drop, key } from "./key.js";
import { Signal } from "../base/signal.js";
import { isHere, withViewer } from "../base/address.js";

const PAUSES = [500, 1000, 2000, 4000, 7000, 10000];
const SILENCE = 40000;
// How long the beginning of the stream may take, in ms.
const BEGINNING = 10000;
// A page that is shown again has its state within a moment. Only after so many ms it says that it connects.
const MOMENT = 500;

/** `state`: "starting", "live", "lost" (will try again), "paused" (too many tabs), "hidden" or "denied". `until`: when it tries again. */
export const status = { state: "starting", until: 0, reason: "" };
export const changed = new Signal();
export const events = new Signal();

let attempts = 0;
let running = null;
let timer = 0;
// The ids whose levels the stream reports, and a promise that resolves when the opened stream has ended.
let levels = "";
let ended = null;

function tell(state, reason = "", until = 0) {
  Object.assign(status, { state, reason, until });
  document.documentElement.dataset.live = state;
  changed.emit(status);
}

/** Opens the stream, and keeps it open from now on. */
export function start() {
  document.addEventListener("visibilitychange", () => document.hidden ? stop("hidden") : retry());
  // A phone that changes its network does not notice that its stream is dead. On a loopback address no network matters.
  if (!isHere) {
    addEventListener("offline", leave);
    addEventListener("online", () => { leave(); retry(); });
  }
  addEventListener("pagehide", () => stop("hidden"));
  addEventListener("pageshow", event => { if (event.persisted) retry(); });
  addEventListener("focus", use);
  addEventListener("pointerdown", use, true);
  if (!document.hidden) open(false);
}

/** Ends the stream and gives up all requests, because the network has changed or is gone. */
function leave() {
  if (document.hidden || !["live", "lost", "starting"].includes(status.state)) return;
  running?.abort();
  running = null;
  giveUp();
  clearTimeout(timer);
  timer = setTimeout(() => open(false), PAUSES[0]);
  tell("lost", "", performance.now() + PAUSES[0]);
}

/** Makes the stream report the levels of exactly these parameters. They are part of its request, so it is opened anew, in the same session. */
export async function follow(ids) {
  const now = ids.join();
  if (now === levels) return;
  levels = now;
  if (!running) return;
  running.abort();
  running = null;
  await ended;
  if (!running && status.state === "live") open(false);
}

function use() {
  // A click is a focus and a press: the stream is opened only once.
  if (status.state === "paused" && !running) open(true);
}

/** Opens the stream now, unless it is open or cannot be opened. */
export function retry() {
  if (running || document.hidden || (status.state === "denied" && !key())) return;
  clearTimeout(timer);
  if (status.state === "hidden") setTimeout(() => { if (status.state === "hidden" && !document.hidden) tell("starting"); }, MOMENT);
  open(false);
}

function stop(state, reason) {
  clearTimeout(timer);
  running?.abort();
  running = null;
  tell(state, reason);
}

function open(takesOver) {
  ended = opened(takesOver);
}

async function opened(takesOver) {
  if (!key()) return tell("denied");
  clearTimeout(timer);
  const control = running = new AbortController();
  const release = await takePlace(takesOver, () => { if (running === control) stop("paused"); });
  if (running !== control) return release?.();
  if (!release) { running = null; return tell("paused"); }
  let reason = "";
  try {
    const { name } = session;
    await read(control, name ?? "new").catch(error => {
      if (error.status !== 409 || !name) throw error;
      // The session has ended. Begins another.
      session.name = null;
      return read(control, "new");
    });
  } catch (error) {
    reason = error instanceof Refusal || error instanceof Unanswered ? error.message : "";
    if (error.status === 401) drop();
  } finally {
    release();
  }
  if (running !== control) return;
  running = null;
  if (!key()) return tell("denied", reason);
  const pause = PAUSES[Math.min(attempts++, PAUSES.length - 1)];
  giveUp();
  tell("lost", reason, performance.now() + pause);
  timer = setTimeout(() => open(false), pause);
}

async function read(control, name) {
  let watchdog = 0;
  // The daemon sends a comment every 15 s. If nothing comes, the connection is dead, which is noticed here.
  const wait = time => { clearTimeout(watchdog); watchdog = setTimeout(() => control.abort(new Unanswered()), time); };
  wait(BEGINNING);
  try {
    const path = withViewer(`/v1/events?form=batch&rate=30&session=${name}${levels && `&levels=${levels}`}`);
    const own = headers();
    delete own["Fader-Session"];
    const answer = await fetch(path, { headers: own, signal: control.signal, cache: "no-store", credentials: "omit" });
    if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => null));
    const bytes = answer.body.pipeThrough(new TransformStream({ transform(chunk, to) { wait(SILENCE); to.enqueue(chunk); } }));
    await readEvents(bytes, (name, data) => {
      if (running === control) take(name, JSON.parse(data));
    });
  } finally {
    clearTimeout(watchdog);
  }
}

function take(name, data) {
  if (name === "session") {
    session.name = data.session;
    session.begun.emit();
  }
  events.emit(name, data);
  if (name === "state" && status.state !== "live") {
    attempts = 0;
    tell("live");
  }
}
