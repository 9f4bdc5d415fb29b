// Drags on a track. A drag is relative to where it begins; a tap does nothing. A touch must first choose a direction, so that scrolling
// never moves a value.

const CHOICE = 8;
const MOUSE = 2;
const FINE = 0.1;
// How long a finger has to lie still to ask for something other than a drag, in ms.
const LONG = 600;
// A drag from end to end takes at least so many pixels, so that a few of them never move far, however short the track is.
const LEAST = 150;

/** The travel of a drag along a track, or up an upright one. */
export const travelOf = (track, isUpright = false) => Math.max(LEAST, isUpright ? track.clientHeight : track.clientWidth);

/**
 * travel(): returns the pixels from end to end. begin(event, direction): returns whether to take the drag; event is the pointerdown,
 * direction the sign of the first movement. move(delta, event): a movement as a part of the travel. end(event): the pointer was released, or without an event the page was locked. cancel():
 * Escape was pressed. taken(): the browser took the pointer away; without it, `cancel` is called. rested(event): a finger was lifted that had lain still for a while. isUpright: up is more, not to the right.
 */
export function draggable(element, { isUpright = false, travel, begin, move, end, cancel, taken = cancel, rested = () => {} }) {
  let drag = null;

  element.addEventListener("pointerdown", event => {
    if (drag || event.button !== 0 || event.target.closest("input, select, textarea")) return;
    drag = { pointer: event.pointerId, x: event.clientX, y: event.clientY, first: event, isBegun: false, isTouch: event.pointerType !== "mouse" };
    // On the window, because the pointer is not captured until the drag begins. A click then still goes to what was clicked.
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, true);
  });

  function moved(event) {
    if (event.pointerId !== drag.pointer) return;
    // The page was locked meanwhile.
    if (drag.isBegun && element.closest("[inert]")) { drop(); return end(); }
    const aside = event.clientX - drag.x, up = drag.y - event.clientY;
    const [along, across] = isUpright ? [up, aside] : [aside, up];
    if (!drag.isBegun) {
      if (drag.isTouch && Math.abs(across) >= CHOICE && Math.abs(across) >= Math.abs(along)) return drop();
      if (Math.abs(along) < (drag.isTouch ? CHOICE : MOUSE)) return;
      if (!begin(drag.first, Math.sign(along))) return drop();
      drag.isBegun = true;
      element.setPointerCapture(event.pointerId);
      // For a finger the distance that chose the direction does not count; for a mouse it does.
      if (drag.isTouch) { drag.x = event.clientX; drag.y = event.clientY; return; }
    }
    event.preventDefault();
    drag.x = event.clientX;
    drag.y = event.clientY;
    // Each movement counts from the last one, so pressing Shift in the middle of a drag moves nothing by itself.
    move(along / Math.max(1, travel()) * (event.shiftKey ? FINE : 1), event);
  }

  const over = how => event => {
    if (event.pointerId !== drag.pointer) return;
    const { isBegun, isTouch, first } = drag;
    drop();
    if (isBegun) how(event);
    else if (how === end && isTouch && event.timeStamp - first.timeStamp >= LONG) rested(first);
  };
  const escaped = event => {
    if (event.key !== "Escape" || !drag.isBegun) return;
    event.preventDefault();
    event.stopPropagation();
    drop();
    cancel();
  };
  const listeners = { keydown: escaped, pointermove: moved, pointerup: over(end), pointercancel: over(taken) };
  const drop = () => {
    drag = null;
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener, true);
  };

  // `stop` ends the drag from outside. The pointer then moves nothing until it is pressed again.
  return { stop: drop };
}
