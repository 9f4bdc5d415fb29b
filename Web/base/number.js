// Numbers that the daemon sends without a text, as the language of the browser writes them.

const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 15, useGrouping: false });

export const spell = number => format.format(number).replace("-", "−");
