// Paints changed elements once a frame if they are visible. The others are painted once a second, so that screen readers and the browser's
// search find current values.

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

/** The transform that moves what is at the beginning of its track to a position, 0…1. An upright track begins at the bottom. */
export const moveTo = (position, isUpright) =>
  isUpright ? `translateY(${((1 - position) * 100).toFixed(3)}cqh)` : `translateX(${(position * 100).toFixed(3)}cqw)`;

/** Has `paint` called for an element after each `request`: in the next frame if it is visible, otherwise within about a second. */
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
