// The token of this tab. It comes behind the # of the address, which no server sees, and stays in the tab's own storage.

const KEY = "faderd.token";

/** What the address had behind its # last: whether it was no token. */
export const given = { isMalformed: false };

/** Takes the token out of the address. To be called before anything is asked for. */
export function take() {
  const text = location.hash.slice(1);
  const isGood = /^[A-Za-z0-9_-]{43,128}$/.test(text);
  if (isGood) sessionStorage.setItem(KEY, text);
  given.isMalformed = text !== "" && !isGood;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

export const token = () => sessionStorage.getItem(KEY);

/** It was refused: forget it. */
export const drop = () => sessionStorage.removeItem(KEY);
