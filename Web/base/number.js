// Writes numbers that the daemon sends without a text, in the language of the browser.

const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 15, useGrouping: false });

export const spell = number => format.format(number).replace("-", "−");
