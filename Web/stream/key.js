// The key of this tab. It comes after the # of the address, which browsers do not send, and is kept in the tab's own storage, so that the
// tab can be loaded again. It ends with the “faderctl web” that made it, so what remains of it afterwards opens nothing.
//
// With TLS the page can be installed, and an installed page begins without an address of its own. So its key is kept for the whole browser
// there. On a loopback port it is not: another program may get that port.

const KEY = "faderd.key";

const kept = isSecureContext && location.protocol === "https:" ? [sessionStorage, localStorage] : [sessionStorage];

/** What the last text after the # of the address was if it was no key: "token" or "other"; else "". */
export const given = { instead: "" };

/** Takes the key out of the address. Must be called before the first request. */
export function take() {
  const text = location.hash.slice(1);
  const isKey = /^[A-Za-z0-9_-]{22,42}$/.test(text);
  if (isKey) for (const store of kept) store.setItem(KEY, text);
  // The token of programs lasts, so it is neither kept nor sent: another program might get this port, and with it the requests.
  given.instead = isKey || text === "" ? "" : /^[A-Za-z0-9_-]{43,128}$/.test(text) ? "token" : "other";
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

export const key = () => kept.map(store => store.getItem(KEY)).find(Boolean) ?? null;

/** Forgets the key, because it was refused. */
export const drop = () => {
  const refused = key();
  // Another tab may have got a newer one meanwhile.
  for (const store of kept) if (store.getItem(KEY) === refused) store.removeItem(KEY);
};
