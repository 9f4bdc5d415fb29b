// Keeps the screen on while the mixer or the pads are open. Browsers allow it only where the page came over a secure connection, or from this machine.

import * as view from "../layout/view.js";
import { Signal } from "../base/signal.js";

/** Emitted when the page begins to keep the screen on, or stops. */
export const changed = new Signal();

let lock = null;
let isAsking = false;

/** Whether the screen is kept on. */
export const isAwake = () => lock !== null;

const isWanted = () => ["mixer", "pads"].includes(view.current()) && !document.hidden;

function put(now) {
  lock = now;
  document.documentElement.toggleAttribute("data-awake", isAwake());
  changed.emit();
}

async function look() {
  if (lock && !isWanted()) return lock.release();
  if (lock || isAsking || !isWanted() || !navigator.wakeLock) return;
  isAsking = true;
  try {
    const asked = await navigator.wakeLock.request("screen");
    // The browser itself releases it when the page is hidden.
    asked.addEventListener("release", () => { put(null); look(); });
    put(asked);
  } catch (error) {
    // A battery that is nearly empty, for example. Faders work without it.
    console.info(error);
  } finally {
    isAsking = false;
  }
  if (lock && !isWanted()) lock.release();
}

export function start() {
  view.changed.on(look);
  document.addEventListener("visibilitychange", look);
  look();
}
