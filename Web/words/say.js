// The words of the page in the language of the browser.

import { WORDS } from "./words.js";

const LANGUAGES = ["en", "de", "sv"];

/** The language of the page: the first of the browser's languages that it has, or English. */
export const language = navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(tag => LANGUAGES.includes(tag)) ?? "en";
const column = LANGUAGES.indexOf(language);
const numbers = new Intl.PluralRules(language);

const PLACE = /\{(\w+)\}/;

const textOf = (key, count) => (WORDS[key] ?? WORDS[`${key}.${numbers.select(count)}`])[column];

/**
 * The text with this key. `{name}` in it stands for `values.name`, which is inserted as it is. Where the table has KEY.one and KEY.other
 * instead of KEY, `values.count` chooses between them.
 */
export function say(key, values = {}) {
  return textOf(key, values.count).replace(new RegExp(PLACE, "g"), (_, name) => values[name]);
}

/** Whether there is a text with this key. */
export const hasText = key => key in WORDS;

/** The same with elements in it, as a list of texts and elements. */
export const saying = (key, elements) => textOf(key).split(PLACE).map((part, index) => index % 2 ? elements[part] : part);
