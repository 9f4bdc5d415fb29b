// What each parameter of a mixer strip is: its fader, its meter, a ring, a switch, or something else.

/** The words of an id that say what a parameter is, whether they are at its end (`kick.mute`) or at its beginning (`mute.kick`). */
const WORDS = { balance: ["pan", "balance"], meter: ["meter"], mute: ["mute"], solo: ["solo"], record: ["rec", "record", "arm"] };

const isNamed = (parameter, what) => parameter.id.split(".").some(word => WORDS[what].includes(word));

const isNumber = ({ kind, scale }) => ["number", "integer"].includes(kind) && scale !== undefined;

/** Whether its default is in the middle of its range, as that of a pan. */
const isCentered = ({ scale, default: rest }) => scale.isEven && Math.abs(rest - (scale.low + scale.high) / 2) < (scale.high - scale.low) / 1e6;

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
  const switches = ["mute", "solo", "record"].flatMap(what => parameters.filter(one => one.kind === "toggle" && isNamed(one, what)).map(one => [one, what]));
  const taken = new Set([fader, meter, ...rings, ...switches.map(([one]) => one)]);
  return { fader, meter, rings, switches, others: parameters.filter(one => !taken.has(one)) };
}

/** Where the lit part of a ring begins: at the default if that is in the middle, otherwise where the bar of a slider does. */
export const beginOf = parameter => isCentered(parameter) ? 0.5 : parameter.scale.origin;

/** What to call each parameter beside the label of its strip: the rest of its own label, or the last word that only its id has. */
export function captions(parameters, strip) {
  const words = parameters.map(({ id }) => id.split("."));
  return new Map(parameters.map(({ id, label }, place) => {
    const rest = label.startsWith(`${strip} `) ? label.slice(strip.length).trim() : label;
    if (rest !== id && rest !== strip) return [id, rest];
    const own = words[place].filter(word => words.length < 2 || !words.every(all => all.includes(word)));
    const word = (own.at(-1) ?? words[place].at(-1)).replace(/[-_]/g, " ");
    return [id, word.charAt(0).toUpperCase() + word.slice(1)];
  }));
}
