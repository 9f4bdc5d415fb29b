// The key of this tab. It comes after the # of the address, which browsers do not send, and is kept in the tab's own storage, so that the
// tab can be loaded again: base/early.js does that before anything else. It ends with the “faderctl web” that made it, so what remains of it afterwards opens nothing.
//
// With TLS the page can be installed, and an installed page begins without an address of its own. So its key is kept for the whole browser
// there. On a loopback port it is not: another program may get that port. A key that lasts (“faderctl key add”) is kept for the whole browser anywhere.

const { tabKey } = globalThis;

/** What the last text after the # of the address was if it was no key: "token" or "other"; else "". */
export const given = { get instead() { return tabKey.instead; } };

/** Takes the key out of the address that this tab has now. At the start early.js has done so. */
export const take = () => tabKey.take();

const stores = [sessionStorage, localStorage];

export const key = () => stores.map(store => store.getItem(tabKey.name)).find(Boolean) ?? null;

/** Forgets the key, because it was refused. */
export const drop = () => {
  const refused = key();
  // Another tab may have got a newer one meanwhile.
  for (const store of stores) if (store.getItem(tabKey.name) === refused) store.removeItem(tabKey.name);
};
