// What to call a parameter beside something that has a label already.

const capitalized = word => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The rest of its own label if that begins with `label`; else its own label; else, if it has the same one or none, a word of its id: the last
 * one that is not in all of `ids`.
 */
export function caption({ id, label: own }, label, ids = [id]) {
  const rest = own.startsWith(`${label} `) ? own.slice(label.length).trim() : own;
  if (rest !== id && rest !== label) return capitalized(rest);
  const all = ids.map(one => one.split("."));
  const words = id.split(".");
  const free = words.filter(word => all.length < 2 || !all.every(other => other.includes(word)));
  return capitalized((free.at(-1) ?? words.at(-1)).replace(/[-_]/g, " "));
}
