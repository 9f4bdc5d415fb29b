// The arrow keys in the mixer: to the left and right they lead to the same control of the next strip, up and down to the next control of a
// strip. Up and down on a fader, a ring or a list are for its value.

const FOCUSABLE = "[tabindex='0'], button, select";

const controlsOf = element => [...element.querySelectorAll(FOCUSABLE)].filter(one => !one.disabled && one.checkVisibility());

function beside(control, by) {
  const strip = control.closest(".mixer-strip");
  const next = by > 0 ? strip.nextElementSibling : strip.previousElementSibling;
  if (!next) return null;
  next.fill();
  const part = control.closest("[data-role]");
  const same = part === control ? null : next.querySelector(`[data-role="${CSS.escape(part.dataset.role)}"]`);
  return (same && controlsOf(same)[controlsOf(part).indexOf(control)]) ?? next.name;
}

function along(control, by) {
  const all = controlsOf(control.closest(".mixer-strip"));
  return all[all.indexOf(control) + by] ?? null;
}

/** The listener for keydown. */
export function keys(event) {
  const control = event.target;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !control.matches(FOCUSABLE) || control.matches("select")) return;
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const upright = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const next = sideways ? beside(control, sideways) : upright ? along(control, upright) : null;
  if (!sideways && !upright) return;
  event.preventDefault();
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
