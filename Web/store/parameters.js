// What the page knows about the parameters: the whole state, then the changes in batches.

import { Signal } from "../base/signal.js";
import { events, status } from "../stream/live.js";
import { ask, pathOf } from "../stream/api.js";
import { withViewer } from "../base/address.js";
import { kindOf } from "./kinds.js";
import { isGuest } from "./scope.js";
import { Scale } from "./scale.js";
import { say } from "../words/say.js";

/** What stands for a value that is not known; once known, it stays so until another whole state. */
const UNHEARD = "–";

/** One parameter, as far as this page knows it. */
export class Parameter {
  touched = false;
  /** Emitted when position, text or touch may have changed. */
  changed = new Signal();

  constructor(resource) { this.take(resource); }

  take(resource) {
    Object.assign(this, { declaredBy: undefined, owner: undefined, position: undefined, color: undefined, hasLevel: undefined, known: true }, resource);
    if (!this.known) this.text = UNHEARD;
    this.editTextRevision = resource.revision;
    if (resource.min !== undefined && kindOf(resource).hasScale) this.scale = new Scale(resource);
  }

  /** A text that changes only if the parameter needs to be drawn differently. */
  static shape({ id, label, kind, color, min, max, decimals, unit, taper, step, options, words, parts, partOf, of, declaredBy, hasLevel }) {
    return JSON.stringify({ id, label, kind, color, min, max, decimals, unit, taper, step, options, words, parts, partOf, of, declaredBy, hasLevel });
  }
}

export const parameters = new Map();
/** The members of a group that this page knows; none of anything else. */
export const membersOf = ({ of }) => (of ?? []).map(id => parameters.get(id)).filter(Boolean);
/** The version of the daemon that sent the state, and the machine that it follows; null if it leads. */
export const daemon = { version: "", follows: null };
/** Emitted when parameters came or went, or need to be drawn differently. */
export const reshaped = new Signal();
/** Emitted when values changed, with all parameters that changed at that moment. */
export const moved = new Signal();

let shape = "";

function takeState(state) {
  [daemon.version, daemon.follows] = [state.version, state.follows ?? null];
  const touched = new Set(state.touched);
  const before = new Map(parameters);
  parameters.clear();
  for (const resource of state.parameters) {
    const old = before.get(resource.id);
    const isSame = old && Parameter.shape(old) === Parameter.shape(resource);
    if (isSame) old.take(resource);
    const parameter = isSame ? old : new Parameter(resource);
    parameter.touched = touched.has(resource.id);
    parameters.set(resource.id, parameter);
  }
  const now = [daemon.follows, ...state.parameters.map(Parameter.shape)].join();
  if (now !== shape) {
    shape = now;
    reshaped.emit();
  }
  for (const parameter of parameters.values()) parameter.changed.emit();
  moved.emit([...parameters.values()]);
}

function takeBatch(entries) {
  const all = [];
  for (const [id, revision, position, text, flag] of entries) {
    const parameter = parameters.get(id);
    if (!parameter) continue;
    const state = kindOf(parameter).isPressed ? { running: flag } : { touched: flag };
    // The answer to a request of this page may have told of a newer change already.
    if (revision < parameter.revision) Object.assign(parameter, state);
    else Object.assign(parameter, { revision, text, ...state }, text === UNHEARD ? {} : { known: true }, position === null ? {} : { position });
    all.push(parameter);
  }
  for (const parameter of all) parameter.changed.emit();
  moved.emit(all);
}

/**
 * Takes a parameter from the answer to a request, which may come before the stream reports the same. `isOwn`: the request changed it.
 */
export function takeAnswer(resource, isOwn = false) {
  const parameter = parameters.get(resource.id);
  if (parameter && isOwn) parameter.ownRevision = resource.revision;
  if (!parameter || resource.revision < parameter.revision) return;
  parameter.take(resource);
  parameter.changed.emit();
  moved.emit([parameter]);
}

/** Requests one parameter with all its keys, because a batch does not say who changed it. */
export async function refresh(id) {
  const resource = await ask("GET", withViewer(pathOf(id)));
  takeAnswer(resource);
  return resource;
}

export function start() {
  events.on((name, data) => {
    if (name === "state") takeState(data);
    else if (name === "batch") takeBatch(data);
  });
}

/** Requests the current values, for a tab without a stream. */
export async function poll() {
  const list = await ask("GET", withViewer("/v1/parameters"));
  // A stream that was opened meanwhile knows newer values.
  if (status.state === "paused") takeState({ parameters: list, touched: [], ...daemon });
}

/** In words, what moved or drives a parameter: “desk fader.1”, or what its origin means. `isOther`: it was not this page. */
export function whose({ id, revision, origin, owner }, isOther = false) {
  if (!isOther && revision !== undefined && parameters.get(id)?.ownRevision === revision) return say("whose.page");
  if (isGuest()) return say(["api", "text"].includes(origin) ? "whose.somebody-else" : "whose.desk");
  if ((origin === "touch" || origin === "hand") && owner) return owner;
  if (["api", "text"].includes(origin)) return say(`whose.${isOther ? "other-" : ""}${origin}`);
  return ["recall", "undo", "target", "restore"].includes(origin) ? say(`whose.${origin}`) : owner ?? say("whose.somebody");
}
