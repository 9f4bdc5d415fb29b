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

/**
 * The transform that moves an element from the beginning of its track to a position, 0…1. An element on an upright track is as high as the track
 * itself: percent of its own height need no container, and so no styles of their own for each of the many faders of a mixer.
 */
export const moveTo = (position, isUpright) =>
  isUpright ? `translateY(${((1 - position) * 100).toFixed(3)}%)` : `translateX(${(position * 100).toFixed(3)}cqw)`;

/**
 * Calls `paint` for an element after each `request`: in the next frame if it is visible, otherwise within about a second. `weight`: how
 * many rows of the list it counts for.
 */
export function watch(element, paint, weight = 1) {
  painters.set(element, { paint, weight });
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
  document.documentElement.toggleAttribute("data-much", [...dirty].reduce((sum, element) => sum + (painters.get(element)?.weight ?? 0), 0) > MUCH);
  for (const element of dirty) if (visible.has(element)) painters.get(element)?.paint(); else late.add(element);
  dirty.clear();
  if (late.size) timer ||= setTimeout(paintLate, REST);
}

function paintLate() {
  timer = 0;
  for (const element of late) painters.get(element)?.paint();
  late.clear();
}
