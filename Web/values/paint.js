// Paints once a frame what has changed, and only what is on the screen.

const dirty = new Set();
const visible = new WeakSet();
const painters = new WeakMap();
let frame = 0;

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
}

export function request(element) {
  dirty.add(element);
  frame ||= requestAnimationFrame(paintAll);
}

function paintAll() {
  frame = 0;
  for (const element of dirty) if (visible.has(element)) painters.get(element)?.();
  dirty.clear();
}
