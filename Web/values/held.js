// An element that holds a parameter while it is dragged: a slider, a range, a ring.

import { draggable } from "./drag.js";
import { Hold } from "./hold.js";

/**
 * grasp(event, direction): what a drag that begins here moves, as {id, parts, thumb}; `parts` as in `Hold`, `thumb` gets the focus. `thumbs`: all its handles.
 * The element paints itself in `paint()`. Returns the drag; its `positions` are where the pointer has moved the parts, none without a drag.
 */
export function holdable(element, { isUpright, travel, grasp, thumbs }) {
  let hold = null;
  const stop = () => { hold = null; drag.stop(); element.paint(); element.toggleAttribute("data-dragged", false); };
  const drag = draggable(element, {
    isUpright, travel,
    begin: (event, direction) => {
      const { id, parts, thumb } = grasp(event, direction);
      thumb.element.focus({ preventScroll: true });
      hold = new Hold(id, parts, stop);
      element.toggleAttribute("data-dragged", true);
      return true;
    },
    move: delta => { hold?.move(delta); element.paint(); },
    end: () => { hold?.end(); stop(); },
    cancel: () => { hold?.cancel(); stop(); },
    // The value that the finger has reached stays: an incoming call must not bring the old one back into somebody's ears.
    taken: () => { hold?.end(); stop(); },
    rested: event => { thumbs.find(thumb => thumb.element.contains(event.target))?.askToReset(); },
  });
  return { get positions() { return hold?.positions ?? {}; } };
}
