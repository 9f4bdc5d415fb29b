// Paints once a frame what has changed on the screen. The rest is painted once a second, for readers of screens and searches of the browser.

const REST = 1000;
const MUCH = 24;
const dirty = new Set();
const late = new Set();
const visible = new WeakSet();
const painters = new WeakMap();
let frame = 0;
let timer = 0;

const observer = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) { visible.add(target); request(target); } else visible.delete(target);
  }
}, { rootMargin: "200px" });

/** Has `paint` called for an element in the next frame after `request`, as long as it can be seen. */
export function watch(element, paint) {
  painters.set(element, paint);
  observer.observe(element);
  request(element);
}

export function unwatch(element) {
  observer.unobserve(element);
  painters.delete(element);
  dirty.delete(element);
  late.delete(element);
}

export function request(element) {
  dirty.add(element);
  frame ||= requestAnimationFrame(paintAll);
}

function paintAll() {
  frame = 0;
  document.documentElement.toggleAttribute("data-much", dirty.size > MUCH);
  for (const element of dirty) if (visible.has(element)) painters.get(element)?.(); else late.add(element);
  dirty.clear();
  if (late.size) timer ||= setTimeout(paintLate, REST);
}

function paintLate() {
  timer = 0;
  for (const element of late) painters.get(element)?.();
  late.clear();
}
