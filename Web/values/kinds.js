// How each kind of parameter is drawn: one object each.

import { switchKind } from "../mixer/roles.js";
import { Color } from "./color.js";
import { Range } from "./range.js";
import { Slider } from "./slider.js";
import { Choice, Switch, Trigger } from "./words.js";

/** A kind that says nothing else. */
const usual = {
  /** The control of its row; null: it has only a field. `open(isTyped, end)` opens the field. */
  inRow: (parameter, parts, open) => new Slider().setUp(parameter, parameter.label, open),
  /** A small control that needs no field, with `text` in it or beside it; null: there is none. */
  small: null,
  /** Whether the text stands beside its small control. */
  isCaptioned: true,
  /** Whether a swatch in its color stands above its field. */
  hasSwatch: false,
};

const KINDS = {
  toggle: {
    inRow(parameter) {
      const one = new Switch().setUp(parameter, parameter.label);
      // A mute is red here as in the mixer.
      const what = switchKind(parameter);
      if (what) one.classList.add(what);
      return one;
    },
    small: (parameter, name, text) => new Switch().setUp(parameter, name, text),
    isCaptioned: false,
  },
  choice: {
    inRow: parameter => new Choice().setUp(parameter, parameter.label),
    small: (parameter, name) => new Choice().setUp(parameter, name, true),
    isCaptioned: true,
  },
  text: { ...usual, inRow: () => null },
  trigger: {
    inRow: parameter => new Trigger().setUp(parameter, parameter.label),
    small: (parameter, name, text) => new Trigger().setUp(parameter, name, text),
    isCaptioned: false,
  },
  range: {
    ...usual,
    inRow: (parameter, parts, open) => parts.length === 2 ? new Range().setUp(parameter, parts, parameter.label, open) : usual.inRow(parameter, parts, open),
  },
  color: {
    ...usual, hasSwatch: true,
    inRow: (parameter, parts, open) => parts.length === 3 ? new Color().setUp(parameter, parts, parameter.label, open) : usual.inRow(parameter, parts, open),
  },
};

/** How a parameter is drawn. */
export const drawingOf = parameter => KINDS[parameter.kind] ?? usual;
