// What is written below the controls of a surface.

import { kindOf } from "../store/kinds.js";
import { parameters } from "../store/parameters.js";

/** The option that a button chooses; undefined for anything else. */
function optionOf({ parameter: id, litAt }) {
  const parameter = parameters.get(id), options = parameter?.options;
  return kindOf(parameter).hasOptions && litAt !== undefined ? options?.[Math.round(litAt * Math.max(0, options.length - 1))] : undefined;
}

const labelOf = control => optionOf(control)?.label ?? parameters.get(control.parameter)?.label;

/**
 * A function that gives a control its caption: the label of its parameter, or of the option that it chooses, or else its own id. If another
 * control of the surface would have the same caption, a text that distinguishes them follows: the rest of the parameter's id, or for the same
 * parameter the id of the control.
 */
export const captionIn = all => control => {
  const label = labelOf(control);
  if (label === undefined) return control.id;
  const twins = all().filter(other => other.id !== control.id && labelOf(other) === label).map(other => other.parameter);
  const rest = twins.includes(control.parameter) ? control.id : twins.length ? restOf(control.parameter, twins) : "";
  return rest ? `${label} · ${rest}` : label;
};

/** An id without the words at its beginning that all the others share. */
function restOf(id, others) {
  const [own, ...rest] = [id, ...others].map(one => one.split("."));
  const first = own.findIndex((word, place) => rest.some(other => other[place] !== word));
  return first < 0 ? "" : own.slice(first).join(".");
}
