// An element that holds a parameter while it is dragged: a slider, a range, a ring.

import { tell } from "../layout/toast.js";
import { awayOf } from "../store/peers.js";
import { goneOf } from "../store/targets.js";
import { say } from "../words/say.js";
import { draggable } from "./drag.js";
import { Hold } from "./hold.js";

/** Says that what is dragged moves nothing, if that is so: the value changes nevertheless, and who drags looks at nothing else. */
function sayIfAway(ids) {
  const peer = ids.map(awayOf).find(Boolean);
  const sentence = peer ? say("away.drag", { name: peer.name ?? say(`peer.${peer.kind}`) }) : ids.map(goneOf).find(Boolean);
  if (sentence) tell(sentence);
}

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
      sayIfAway([id, ...Object.values(parts).map(part => part.id)]);
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
