// Loads the page again if the daemon has a newer one, once nothing is held and nobody is typing.

import { joined } from "../base/signal.js";
import { events } from "../stream/live.js";

const own = document.querySelector("meta[name=faderd-web]").content;
const REST = 1500;
let isWanted = false;

const isBusy = () => document.querySelector(
  "[data-dragged], .row input[type=text], .panel input[placeholder]:not(:placeholder-shown), dialog[open]") !== null;

function tryToReload() {
  if (isBusy()) return setTimeout(tryToReload, REST);
  location.reload();
}

export function start() {
  const soon = joined(check, REST);
  events.on(name => { if (name === "state" && !isWanted) soon(); });
}

async function check() {
  try {
    const answer = await fetch("/", { method: "HEAD", cache: "no-store", credentials: "omit" });
    const tag = answer.headers.get("ETag");
    if (!answer.ok || !tag || tag === `"${own}"` || isWanted) return;
    isWanted = true;
    setTimeout(tryToReload, REST);
  } catch {
    // The daemon is gone again. The next “state” event checks again.
  }
}
