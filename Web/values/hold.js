// A drag on this page of one value. It sends positions, and ends when a hand on the hardware takes over.

import { Gesture } from "../store/sender.js";
import { parameters, reshaped } from "../store/parameters.js";
import { handsOn, touched } from "../store/surfaces.js";
import { changed as connectionChanged } from "../stream/live.js";
import { complain, tell } from "../layout/toast.js";
import { say } from "../words/say.js";

// The daemon ends a gesture after two seconds of silence.
const REST = 1200;

const clamp = position => Math.min(1, Math.max(0, position));

export class Hold {
  #gesture;
  #first;
  #start;
  #value;
  #stopWatching;
  #isMoved = false;
  #distance = 0;

  /**
   * id: the parameter that is set. parts: {name: Parameter} of those that the drag moves; a value without parts has the name "". over():
   * called when the drag ends because a hand took over, a request failed, or a reload of the config changed the parameter.
   */
  constructor(id, parts, over) {
    this.parts = parts;
    this.#start = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.position ?? 0]));
    this.positions = { ...this.#start };
    const { value, revision, editTextRevision } = parameters.get(id) ?? {};
    this.#gesture = new Gesture(id, error => { this.drop(); over(); complain(error); }, revision, Object.keys(parts).length);
    this.#value = value;
    // The stream brings texts and positions only. A position cannot restore a value that lies between two steps.
    if (editTextRevision !== revision) this.#gesture.read(resource => { this.#value = resource.value; });
    const ids = Object.values(parts).map(part => part.id);
    this.#first = ids[0];
    const keeping = setInterval(() => { if (this.#isMoved) this.#gesture.keep(this.#first); }, REST);
    const lose = why => { this.drop(); over(); tell(why); };
    const stopListening = touched.on(touch => {
      if (!touch.surface || !ids.includes(touch.parameter) || !(touch.touched || touch.held)) return;
      lose(say("hold.took-over", { who: handsOn(touch.parameter)[0] ?? touch.surface }));
    });
    // The place of the pointer now means another value.
    const stopChecking = reshaped.on(() => {
      const changed = Object.values(parts).find(part => parameters.get(part.id) !== part);
      if (changed) lose(parameters.has(changed.id) ? say("hold.changed") : say("hold.gone"));
    });
    // The pointer of a page that is hidden, or has lost the daemon, holds nothing.
    const stopFollowing = connectionChanged.on(({ state }) => {
      if (["hidden", "lost", "denied"].includes(state)) { this.drop(); over(); }
    });
    this.#stopWatching = () => { clearInterval(keeping); stopListening(); stopChecking(); stopFollowing(); };
  }

  /**
   * Moves all parts by the same distance, until the first of them is at its end. A pointer that goes beyond the end and comes back to where
   * it began brings the value back, too.
   */
  move(delta) {
    this.#distance += delta;
    const all = Object.values(this.#start);
    const most = Math.max(-Math.min(...all), Math.min(this.#distance, 1 - Math.max(...all)));
    for (const name in this.positions) this.positions[name] = clamp(this.#start[name] + most);
    this.#isMoved = true;
    this.#gesture.move(this.#sent(this.positions));
  }

  /** The pointer was released, or the browser took it away: the value that was reached stays. */
  end() {
    if (!this.#isMoved) return this.drop();
    this.#stopWatching();
    this.#gesture.finish(this.#first);
  }

  /** Escape was pressed: restores the value from before the drag, unless somebody else has changed it since. */
  cancel() {
    if (!this.#isMoved) return this.drop();
    this.#stopWatching();
    this.#gesture.restore(this.#sent(this.#start), () => this.#value, () => tell(say("hold.stays")), this.#first);
  }

  /** A hand took over, or a request failed: sends nothing more. */
  drop() {
    this.#stopWatching();
    this.#gesture.drop();
  }

  #sent(positions) { return "" in positions ? positions[""] : { ...positions }; }
}
