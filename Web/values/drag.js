// What pointers do on a track. A drag is relative, from wherever it begins; a tap is nothing. A touch first has to choose a direction, so that
// scrolling never moves a value.

const CHOICE = 8;
const MOUSE = 2;
const FINE = 0.1;

/**
 * axis: "x" or "y" (up is more). travel(): the pixels from end to end. begin(event, direction): whether the drag is taken; direction is the sign of
 * the first movement. move(delta): a part of the travel. end() and cancel() say how it is over.
 */
export function draggable(element, { axis = "x", travel, begin, move, end, cancel }) {
  let drag = null;

  element.addEventListener("pointerdown", event => {
    if (drag || event.button !== 0 || event.target.closest("input, select, textarea")) return;
    drag = { pointer: event.pointerId, x: event.clientX, y: event.clientY, first: event, isBegun: false, isTouch: event.pointerType !== "mouse" };
    // On the window: until the drag begins the pointer is not captured, so that clicks stay those of what is clicked.
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
  });

  function moved(event) {
    if (event.pointerId !== drag.pointer) return;
    const dx = event.clientX - drag.x, dy = drag.y - event.clientY;
    const along = axis === "x" ? dx : dy, across = axis === "x" ? dy : dx;
    if (!drag.isBegun) {
      if (drag.isTouch && Math.abs(across) >= CHOICE && Math.abs(across) >= Math.abs(along)) return drop();
      if (Math.abs(along) < (drag.isTouch ? CHOICE : MOUSE)) return;
      if (!begin(drag.first, Math.sign(along))) return drop();
      drag.isBegun = true;
      element.setPointerCapture(event.pointerId);
      // The way that it took to choose a direction moves nothing under a finger; under a mouse it counts.
      if (drag.isTouch) { drag.x = event.clientX; drag.y = event.clientY; return; }
    }
    event.preventDefault();
    drag.x = event.clientX;
    drag.y = event.clientY;
    // From where it is now: pressing Shift in the middle of a drag moves nothing by itself.
    move(along / Math.max(1, travel()) * (event.shiftKey ? FINE : 1));
  }

  const over = how => event => {
    if (event.pointerId !== drag.pointer) return;
    const wasBegun = drag.isBegun;
    drop();
    if (wasBegun) how();
  };
  const listeners = { pointermove: moved, pointerup: over(() => end()), pointercancel: over(() => cancel()) };
  const drop = () => {
    drag = null;
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
  };
  // The element was taken out of the page.
  element.addEventListener("lostpointercapture", event => { if (drag?.isBegun && event.target === element && !element.isConnected) { drop(); end(); } });

  // A drag that somebody else has ended moves nothing any more, whatever the pointer still does.
  return { stop: drop };
}
