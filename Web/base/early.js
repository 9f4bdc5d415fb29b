// Runs before anything is painted, so it is no module, which would run later: the theme (auto, dark, light or stage), the writing direction,
// and the key, which leaves the address at once, even if the rest of the page never arrives.

// See stream/key.js.
globalThis.tabKey = {
  name: "faderd.key",
  stores: isSecureContext && location.protocol === "https:" ? [sessionStorage, localStorage] : [sessionStorage],
  instead: "",
  take() {
    // "~" comes before a key that lasts: a phone scans it once, so the browser keeps it.
    const lasts = location.hash.startsWith("#~");
    const text = location.hash.slice(lasts ? 2 : 1);
    const isKey = /^[A-Za-z0-9_-]{22,42}$/.test(text);
    if (isKey) for (const store of lasts ? [sessionStorage, localStorage] : this.stores) store.setItem(this.name, text);
    // Each tab has its own, so that it can say that its key has ended, also if another tab has noticed that before.
    const kept = localStorage.getItem(this.name);
    if (kept && !sessionStorage.getItem(this.name)) sessionStorage.setItem(this.name, kept);
    // The token of programs lasts, so it is neither kept nor sent: another program might get this port, and with it the requests.
    this.instead = isKey || text === "" ? "" : /^[A-Za-z0-9_-]{43,128}$/.test(text) ? "token" : "other";
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  },
};
tabKey.take();

globalThis.themes = {
  all: ["auto", "dark", "light", "stage"],
  apply(wanted) {
    const theme = document.documentElement.dataset.theme = this.all.includes(wanted) ? wanted : "auto";
    document.getElementById("light").media = { auto: "(prefers-color-scheme: light)", light: "all" }[theme] ?? "not all";
  },
};
themes.apply(localStorage.getItem("faderd.theme"));
{
  const locale = new Intl.Locale(navigator.language);
  document.documentElement.dir = locale.getTextInfo?.().direction ?? locale.textInfo?.direction ?? (/^(ar|fa|he|ur|ps|dv|yi)\b/.test(navigator.language) ? "rtl" : "ltr");
}
