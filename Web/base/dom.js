// Creates elements. Text that people wrote is inserted as text and never parsed as markup.

/** h("div", {class: "row", onclick: f, "aria-label": "Level"}, child, "text", …) */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children.flat().filter(child => child != null && child !== false));
  return element;
}

/** Sets attributes and listeners; null, undefined and false remove an attribute. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value == null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

/** Writes the text of an element that has nothing else in it, only if it differs. Another text in the same node costs less than another node. */
export function write(element, text) {
  const [node, other] = element.childNodes;
  if (element.textContent === text) return;
  if (text && !other && node?.nodeType === Node.TEXT_NODE) node.data = text; else element.textContent = text;
}

/** Replaces the children of an element. Those that stay are not taken out of the page, which would end what is typed in them. */
function exchange(element, children) {
  const staying = new Set(children);
  for (const old of [...element.childNodes]) if (!staying.has(old)) old.remove();
  children.forEach((child, place) => { if (element.childNodes[place] !== child) element.insertBefore(child, element.childNodes[place] ?? null); });
}

/**
 * Replaces the children of an element, which are elements. The element with the data-key of the focused one gets the focus; if there is none,
 * the one in its place now; and if there is none there, `otherwise`.
 */
export function refill(element, children, otherwise = null) {
  const keyed = () => [...element.querySelectorAll("[data-key]:not(:disabled)")];
  const place = keyed().indexOf(document.activeElement);
  const key = document.activeElement?.dataset.key;
  exchange(element, children);
  if (place < 0) return;
  const now = keyed();
  (now.find(one => one.dataset.key === key) ?? now[Math.min(place, now.length - 1)] ?? otherwise)?.focus({ preventScroll: true });
}

const LONGEST = 120;

/** A text, or its beginning if it is too long for a place that only mentions it. */
export const clipped = text => text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text;

/** Gives an element its text as its title if the text is cut off. Checks it when the pointer enters, because measuring costs a layout. */
export function titleWhereCut(element) {
  element.addEventListener("pointerenter", () => {
    const isCut = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    set(element, { title: isCut ? element.textContent : null });
  });
}

const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

let last = 0;
/** An id that no other element of the page has. */
export const newID = word => `${word}-${++last}`;

/** A button with a symbol. Screen readers read its name aloud, and it is shown on hover. */
export function iconButton(symbol, name, action, attributes = {}) {
  return h("button", { class: "icon", "aria-label": name, title: name, onclick: action, ...attributes }, icon(symbol));
}

// Strokes on a grid of 24 × 24.
const SHAPES = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
  desk: "M6 4v16M12 4v16M18 4v16M4 15h4M10 8h4M16 12h4",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  unlock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  stage: "M12 3v4M5 21l5-12h4l5 12M8.5 3h7",
  grip: "M5 9h14M5 15h14",
  map: "M5 6.5a2 2 0 1 0 .01 0M19 17.5a2 2 0 1 0 .01 0M7 8.5c6 0 4 9 10 9",
  close: "M6 6l12 12M18 6 6 18",
  strips: "M4 4h4v16H4zM10 4h4v16h-4zM16 4h4v16h-4zM4 13h4M10 9h4M16 15h4",
  pads: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  rows: "M4 5h16v3.5H4zM4 10.25h16v3.5H4zM4 15.5h16V19H4z",
  tree: "M4 6h16M4 12h10M4 18h7",
  values: "M4 7h16M4 12h16M4 17h16M9 5v4M15 10v4M7 15v4",
  right: "M5 12h13M12.5 6.5 18 12l-5.5 5.5",
  waits: "M12 21V9M7 13.5 12 8l5 5.5M6 4h12",
  away: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM6.5 6.5l11 11",
  failing: "M12 4 3 20h18zM12 10v5M12 17.4v.4",
  split: "M4 8h16M4 16h16M9 5.5v5M16 13.5v5",
  hand: "M8 13V6a1.5 1.5 0 0 1 3 0v5M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8c0 4-2.5 7-6 7-3 0-4.5-1.5-6-4l-1.5-2.8c-.6-1.2 1-2.2 2-1.2L8 15",
};

/** A symbol, hidden from screen readers. */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false", class: "symbol" }, svg("path", { d: SHAPES[name] }));
}
