// A button with several jobs: what a press does is known when it has lasted long enough, when it has ended, or when no second one has followed.
// The same rules as for a button of a device.

import { askViewed, pathOf } from "../stream/api.js";
import { complain, tell } from "../layout/toast.js";
import { kindOf } from "../store/kinds.js";
import { parameters, takeAnswer } from "../store/parameters.js";
import { fingers, Press } from "./finger.js";

// A press shorter than this repeats nothing.
const FIRST_REPEAT = 400;

/** What lasts while a button is down. `press`: a promise of it; of null if there is nothing to hold. */
class Lasting {
  constructor(press) { this.press = press.catch(error => { complain(error); return null; }); }

  end() { this.press.then(press => press?.end()); }

  lose(isHidden) { this.press.then(press => isHidden ? press?.leave() : press?.drop()); }
}

const once = request => {
  request.then(answer => {
    takeAnswer(answer, true);
    if (answer?.notice) tell(answer.notice);
  }, complain);
  return null;
};

/** The value of a parameter moved by so much, within its range; undefined if it has none. */
async function moved(id, by) {
  const { value, min, max } = await askViewed("GET", pathOf(id));
  return typeof value === "number" ? Math.min(max, Math.max(min, value + by)) : undefined;
}

/** Does a job; returns what lasts while the button is down, else null. */
function begin({ parameter: id, action, value, by, size }) {
  const parameter = parameters.get(id);
  const hold = held => new Press(id, held, () => {});
  if (action === "hold") return new Lasting(Promise.resolve(hold(value)));
  if (action === "offset") return new Lasting(moved(id, by).then(held => held === undefined ? null : hold(held)));
  if (action === "press") {
    if (parameter?.releases) return new Lasting(Promise.resolve(hold(undefined)));
    askViewed("POST", `${pathOf(id)}/press`).catch(complain);
    return null;
  }
  if (action === "step") return once(askViewed("POST", `${pathOf(id)}/step`, { by, size }));
  if (action === "reset") return once(askViewed("POST", `${pathOf(id)}/reset`));
  if (action === "set") return once(askViewed("PUT", pathOf(id), { value }));
  const isOn = (parameter?.position ?? 0) >= 0.5;
  if (action === "toggle") return once(askViewed("PUT", pathOf(id), kindOf(parameter).isSwitch ? { value: !isOn } : { position: isOn ? 0 : 1 }));
  // The next option, after the last the first.
  const { options = [], position } = parameter ?? {};
  const index = Math.round((position ?? 0) * Math.max(0, options.length - 1));
  const next = options[(index + by % options.length + options.length) % options.length];
  return next ? once(askViewed("PUT", pathOf(id), { value: next.id })) : null;
}

/**
 * Makes a button do its jobs. `how`: as the page of the config has it. `show(job)` shows one of them: "long" while it is counted, else
 * "first". Returns {end()}.
 */
export function hasSeveralJobs(control, button, parameter, how, show) {
  const jobs = { first: { ...how, parameter: parameter.id }, long: how.long, double: how.double };
  const patience = how.long ? how.longAfter : how.confirm;
  // "idle", "down": not decided yet, "up": a second press may follow, "doing": a job is being done.
  let phase = "idle", since = 0, timer, lasting = null;
  const after = (seconds, act) => { clearTimeout(timer); timer = setTimeout(act, seconds * 1000); };
  const stop = () => {
    clearTimeout(timer);
    phase = "idle";
    show("first");
  };
  const start = job => {
    clearTimeout(timer);
    phase = "doing";
    show(job);
    lasting = begin(jobs[job]);
  };
  const tap = job => {
    start(job);
    lasting?.end();
    lasting = null;
    stop();
  };
  const again = () => {
    begin(jobs.first);
    after(how.repeat, again);
  };
  const finger = fingers(control, button, {
    down() {
      if (phase === "up") return start("double");
      if (patience === undefined && !how.double) {
        start("first");
        if (how.repeat) after(Math.max(how.repeat, FIRST_REPEAT / 1000), again);
        return;
      }
      phase = "down";
      since = performance.now();
      if (how.long) show("long");
      if (patience !== undefined) after(patience, () => start(how.long ? "long" : "first"));
      else after(how.doubleWithin, () => start("first"));
    },
    up(isTaken) {
      if (phase === "idle") return;
      if (phase === "doing") {
        lasting?.end();
        lasting = null;
        return stop();
      }
      if (isTaken) return stop();
      const passed = (performance.now() - since) / 1000;
      if (how.double && passed < how.doubleWithin) {
        phase = "up";
        show("first");
        return after(how.doubleWithin - passed, () => tap("first"));
      }
      if (how.confirm === undefined) tap("first");
      else stop();
    },
    lost(isHidden) {
      lasting?.lose(isHidden);
      lasting = null;
      stop();
    },
  });
  return { end: () => { lasting?.end(); lasting = null; stop(); finger.end(); } };
}
