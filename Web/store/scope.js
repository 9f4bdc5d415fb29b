// What the key of this tab allows: everything, or one page. The “state” event says it.

import { Signal } from "../base/signal.js";
import { get, isHere } from "../base/address.js";
import { events } from "../stream/live.js";

/** `page`: the name of the page; null for everything; undefined until it is known. */
export const scope = { page: undefined, changed: new Signal() };

/** Whether the key is for one page, whose answers have no history, snapshots, surfaces and targets. */
export const isPageKey = () => typeof scope.page === "string";

/** Whether this is the page of a musician, who knows nothing of daemons and commands. */
export const isGuest = () => isPageKey() || (scope.page === undefined && !isHere);

/** The name of the page that is shown: that of the key, or that of the address; empty for everything. */
export const shownPage = () => scope.page ?? get("page");

/** Must be called before anything else that reads the “state” event. */
export function start() {
  events.on((name, data) => {
    if (name !== "state" || scope.page === (data.page ?? null)) return;
    scope.page = data.page ?? null;
    document.documentElement.toggleAttribute("data-page-key", isPageKey());
    scope.changed.emit();
  });
}
