// What to call a parameter beside something that has a label already.

const capitalized = word => word.charAt(0).toUpperCase() + word.slice(1);
const wordsOf = text => text.split(" ").filter(Boolean);

/** The words with which all these labels begin: “Channel 1” of “Channel 1”, “Channel 1 Pan” and “Channel 1 Solo”; empty for a single label. */
export function shared(labels) {
  const [first, ...others] = [...new Set(labels)].map(wordsOf);
  if (!others.length) return "";
  const end = first.findIndex((word, place) => !others.every(other => other[place] === word));
  return (end < 0 ? first : first.slice(0, end)).join(" ");
}

/** A label without the words at its beginning; itself, if it does not begin with them. */
const without = (label, words) => words && `${label} `.startsWith(`${words} `) ? label.slice(words.length).trim() : label;

/**
 * Its own label without `label`, and without the words with which the labels of `all`, which stand together, begin. If nothing is left, or if it
 * has no label: the last word of its id that is not in all their ids. A parameter that stands alone has its own label.
 */
export function caption({ id, label: own }, label, all = []) {
  const beside = without(own, label);
  const rest = without(beside, shared(all.filter(one => one.label !== one.id).map(one => one.label))) || beside;
  if (own !== id && rest) return capitalized(rest);
  if (own !== id && all.length === 1) return own;
  const ids = all.map(one => one.id.split("."));
  const words = id.split(".");
  const free = words.filter(word => ids.length < 2 || !ids.every(other => other.includes(word)));
  return capitalized((free.at(-1) ?? words.at(-1)).replace(/[-_]/g, " "));
}
