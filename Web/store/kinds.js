// The kinds of parameters: one object each with what the rest of the page asks of it. No other module compares kinds. How a kind is drawn is in
// values/kinds.js.

/** What holds for a kind that says nothing else, and for one that only a newer daemon has. */
const usual = {
  /** Whether its value is a number, for which a mixer has a fader or a ring. */
  isNumber: false,
  /** Whether its travel means something to people; that of a toggle or choice only counts its words. */
  hasTravel: false,
  /** Whether there are numbers between its ends. Those of a color belong to its parts. */
  hasScale: true,
  /** Whether it is on or off. */
  isSwitch: false,
  /** Whether it is one of some words with places of their own. */
  hasOptions: false,
  /** Whether it has no value and is only pressed. */
  isPressed: false,
  /** Whether its control shows the value, so that it needs no field. */
  isButton: false,
  /** Whether toggles below its id are shown at the end of its row. */
  hasToggles: false,
  /** Whether it is made of other parameters, whose keys the config has below its own. */
  isCompound: false,
  /** The keys of the config that people type for it, besides those of every kind. */
  keys: [],
  /** The keys of a phone that type its values, where none can be below zero. */
  pad: "text",
  /** The text of its default, from its resource and from the check of the typed word `default`. */
  defaultText: (_, checked) => checked,
};

const number = {
  ...usual, isNumber: true, hasTravel: true, hasToggles: true, keys: ["min", "max", "unit", "step", "decimals"], pad: "decimal",
};

const KINDS = {
  number,
  integer: { ...number, pad: "numeric" },
  toggle: { ...usual, isSwitch: true, isButton: true },
  choice: { ...usual, hasOptions: true, isButton: true },
  text: { ...usual, defaultText: now => now.default },
  trigger: { ...usual, isPressed: true, isButton: true },
  range: { ...usual, isCompound: true, hasTravel: true, hasToggles: true },
  color: { ...usual, isCompound: true, hasScale: false, hasToggles: true },
};

/** The words of the kinds that are not made of others. */
export const words = Object.keys(KINDS).filter(word => !KINDS[word].isCompound);

/** What a parameter's kind says; that of nothing is the usual. */
export const kindOf = parameter => KINDS[parameter?.kind] ?? usual;
