// Runs before anything is painted, so it is no module, which would run later: the theme (auto, dark, light or stage) and the writing direction.

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
