// Which template of the config makes a parameter.

import { config } from "./config.js";

const escaped = text => text.replace(/[.\\+*?^$|(){}[\]]/g, "\\$&");
const wordsOf = list => Array.isArray(list) ? list.map(String) : Object.keys(list ?? {});

/**
 * The template that makes the parameter `id`: {key, line, list, word}, with the list that it names first and its word; null if none does.
 * `templates`: those of `parameters:`, or of the members of a group.
 */
export function templateOf(id, templates = config.state.templates ?? []) {
  const { lists = {} } = config.state;
  for (const { key, line } of templates) {
    const names = [];
    const pattern = key.split(/\{([^}]*)\}/).map((part, place) => {
      if (place % 2 === 0) return escaped(part);
      const [name, rest] = part.split(".");
      if (rest !== undefined || !lists[name]) return "[0-9]+";
      names.push(name);
      return `(${wordsOf(lists[name]).map(escaped).join("|")})`;
    }).join("");
    const found = names.length ? new RegExp(`^${pattern}$`).exec(id) : null;
    if (found) return { key, line, list: names[0], word: found[1] };
  }
  return null;
}
