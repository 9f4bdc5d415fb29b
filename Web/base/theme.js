// The theme of the page; see early.js.

const { themes } = globalThis;

export const current = () => document.documentElement.dataset.theme;

/** Switches to the next theme. */
export function next() {
  const theme = themes.all[(themes.all.indexOf(current()) + 1) % themes.all.length];
  localStorage.setItem("faderd.theme", theme);
  themes.apply(theme);
}
