// The words of the page in the language of the browser.

import { WORDS } from "./words.js";

const LANGUAGES = ["en", "de", "sv"];

/** The language of the page: the first of the browser's languages that it has, or English. */
export const language = navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(tag => LANGUAGES.includes(tag)) ?? "en";
const column = LANGUAGES.indexOf(language);

/** The text with this key. `{name}` in it stands for `values.name`, which is inserted as it is. */
export function say(key, values = {}) {
  return WORDS[key][column].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
