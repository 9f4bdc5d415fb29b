// What each parameter of a mixer strip is: its fader, its meter, a ring, a switch, or something else.

import { kindOf } from "../store/kinds.js";

/** The words of an id that say what a parameter is, whether they are at its end (`kick.mute`) or at its beginning (`mute.kick`). */
const WORDS = { balance: ["pan", "balance"], meter: ["meter"], mute: ["mute"], solo: ["solo"], record: ["rec", "record", "arm"] };

const isNamed = (parameter, what) => parameter.id.split(".").some(word => WORDS[what].includes(word));

const isNumber = parameter => kindOf(parameter).isNumber && parameter.scale !== undefined;

/** Whether its default is in the middle of its range, as that of a pan. */
const isCentered = ({ scale, default: rest }) => scale.isEven && Math.abs(rest - (scale.low + scale.high) / 2) < (scale.high - scale.low) / 1e6;

/** "mute", "solo" or "record" if a toggle is one of these. */
export const switchKind = parameter => kindOf(parameter).isSwitch ? ["mute", "solo", "record"].find(what => isNamed(parameter, what)) ?? null : null;

/**
 * Sorts the parameters of a strip: {fader, meter, rings, switches, others}. `switches`: [[parameter, "mute" | "solo" | "record"]]. The fader is
 * the first number that is no pan and no meter; all other numbers are rings, the pan first.
 */
export function rolesOf(parameters) {
  const meter = parameters.find(one => isNumber(one) && isNamed(one, "meter")) ?? null;
  const numbers = parameters.filter(one => isNumber(one) && one !== meter);
  const free = numbers.filter(one => !isNamed(one, "balance"));
  const fader = free.find(one => !isCentered(one)) ?? free[0] ?? null;
  const rings = numbers.filter(one => one !== fader).sort((a, b) => isNamed(b, "balance") - isNamed(a, "balance"));
  const switches = ["mute", "solo", "record"].flatMap(what => parameters.filter(one => switchKind(one) === what).map(one => [one, what]));
  const taken = new Set([fader, meter, ...rings, ...switches.map(([one]) => one)]);
  return { fader, meter, rings, switches, others: parameters.filter(one => !taken.has(one)) };
}

/** Where the lit part of a ring begins: at the default if that is in the middle, otherwise where the bar of a slider does. */
export const beginOf = parameter => isCentered(parameter) ? 0.5 : parameter.scale.origin;
