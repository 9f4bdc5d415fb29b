// A ring that shows a position, as the encoders of controllers have it.

import { svg } from "./dom.js";

// A circle with a quarter left open at the bottom.
const TURN = 270;
const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS * TURN / 360;

/** Returns {element, show(position, from)}: the ring is lit from one position to the other. */
export function makeRing() {
  const arc = degrees => {
    const at = angle => `${20 + RADIUS * Math.sin(angle)} ${20 - RADIUS * Math.cos(angle)}`;
    const [a, b] = [-degrees / 2, degrees / 2].map(angle => angle * Math.PI / 180);
    return `M${at(a)} A${RADIUS} ${RADIUS} 0 1 1 ${at(b)}`;
  };
  const lit = svg("path", { d: arc(TURN), class: "lit" });
  const mark = svg("line", { x1: "20", y1: "20", x2: "20", y2: "9", class: "pointer" });
  const element = svg("svg", { viewBox: "0 0 40 40", class: "ring", "aria-hidden": "true" }, svg("path", { d: arc(TURN), class: "unlit" }), lit, svg("circle", { cx: "20", cy: "20", r: "9.5", class: "knob" }), mark);
  return {
    element, show: (position, from = 0) => {
      lit.style.strokeDasharray = `${(ROUND * Math.abs(position - from)).toFixed(2)} ${ROUND.toFixed(2)}`;
      lit.style.strokeDashoffset = (-ROUND * Math.min(position, from)).toFixed(2);
      mark.style.transform = `rotate(${((position - 0.5) * TURN).toFixed(1)}deg)`;
    },
  };
}
