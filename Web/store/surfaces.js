// The surfaces, with everything needed to draw them, and which controls are under a hand.

import { Signal, single } from "../base/signal.js";
import { events } from "../stream/live.js";
import { ask } from "../stream/api.js";
import { parameters } from "./parameters.js";
import { isPageKey } from "./scope.js";

export const surfaces = { list: [] };
/** Emitted when the list of surfaces was loaded again. */
export const reshaped = new Signal();
/** Emitted when a hand came to a control or left it, with the data of the “touch” event. */
export const touched = new Signal();
/** Emitted when a control without a motor waits for its parameter, moved while it waits, or has taken hold, with the data of the event. */
export const waited = new Signal();

// "surface control" → {surface, control, parameter, touched, held}
const hands = new Map();

/** The controls under a hand that drive a parameter, for example ["desk fader.1"]. */
export const handsOn = id => [...hands].filter(([, hand]) => hand.parameter === id).map(([key]) => key);

// id → [{name, takeover}], the controls without motors that are not where their parameter is.
let waiting = new Map();

/** The controls that wait to take hold of a parameter: [{name, takeover: {mode, value, position}}]. */
export const waitingFor = id => waiting.get(id) ?? [];

function findWaiting() {
  const before = waiting;
  waiting = new Map();
  for (const { name, state, controls } of surfaces.list) {
    for (const { id, parameter, takeover } of state === "connected" ? controls ?? [] : []) {
      if (!parameter || !takeover?.waiting) continue;
      waiting.set(parameter, [...waitingFor(parameter), { name: `${name} ${id}`, takeover }]);
    }
  }
  for (const id of new Set([...before.keys(), ...waiting.keys()])) parameters.get(id)?.changed.emit();
}

function takeTakeover(event) {
  if (load.isRunning()) load();
  const control = surfaces.list.find(one => one.name === event.surface)?.controls?.find(one => one.id === event.control);
  if (!control) return;
  Object.assign(control, { takeover: event.takeover, parameter: event.parameter });
  findWaiting();
  waited.emit(event);
}

/** Whether a control is under a hand. */
export const isUnderHand = (surface, control) => hands.has(`${surface} ${control}`);

const load = single(async () => {
  if (isPageKey()) return;
  try {
    surfaces.list = await ask("GET", "/v1/surfaces");
  } catch {
    // The stream notices when the daemon is gone. The next “state” event loads the surfaces again.
    return;
  }
  hands.clear();
  for (const { name, controls } of surfaces.list)
    for (const control of controls ?? [])
      if (control.touched || control.held)
        hands.set(`${name} ${control.id}`, { surface: name, control: control.id, parameter: control.parameter, touched: control.touched, held: control.held });
  findWaiting();
  reshaped.emit();
});

function takeTouch(touch) {
  // A gesture of a page or program puts no control under a hand. The next batch says that its parameter is held.
  // The key of a page is not told which control it is.
  if (touch.gesture || !touch.surface) return;
  // A list that is being loaded may be older than this event.
  if (load.isRunning()) load();
  const key = `${touch.surface} ${touch.control}`;
  const isOn = touch.touched || touch.held;
  if (isOn) hands.set(key, touch); else hands.delete(key);
  const surface = surfaces.list.find(one => one.name === touch.surface);
  const control = surface?.controls?.find(one => one.id === touch.control);
  // A hand chooses the end of a range that its control drives from then on.
  if (control) control.parameter = touch.parameter;
  touched.emit(touch);
  // After another page or bank was shown, the control drives something else once the hand has left it.
  if (!isOn && surface?.pages) load();
}

export function start() {
  events.on((name, data) => {
    if (["state", "surfaces", "page", "bank", "selected"].includes(name)) load();
    else if (name === "touch") takeTouch(data);
    else if (name === "takeover") takeTakeover(data);
  });
}
