// Whether fingers have enlarged the page: then two of them make it small again, wherever they are; see mixer.css.

export function start() {
  globalThis.visualViewport?.addEventListener("resize", () => document.documentElement.toggleAttribute("data-zoomed", visualViewport.scale > 1.01));
}
