// The token of this tab. It comes behind the # of the address, which no server sees, and stays in the tab's own storage.

const KEY = "faderd.token";

/** Takes the token out of the address. To be called before anything is asked for. */
export function take() {
  const given = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{43,128}$/.test(given)) sessionStorage.setItem(KEY, given);
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

export const token = () => sessionStorage.getItem(KEY);

/** It was refused: forget it. */
export const drop = () => sessionStorage.removeItem(KEY);
