// The token of this tab. It comes after the # of the address, which browsers do not send, and is kept in the tab's own storage.

const KEY = "faderd.token";

/** Whether the last text after the # of the address was not a token. */
export const given = { isMalformed: false };

/** Takes the token out of the address. Must be called before the first request. */
export function take() {
  const text = location.hash.slice(1);
  const isGood = /^[A-Za-z0-9_-]{43,128}$/.test(text);
  if (isGood) sessionStorage.setItem(KEY, text);
  given.isMalformed = text !== "" && !isGood;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

export const token = () => sessionStorage.getItem(KEY);

/** Forgets the token, because it was refused. */
export const drop = () => sessionStorage.removeItem(KEY);
