// Blocks the parts of the page that could change something, while the page is locked or the daemon is away.

let parts = [];
let focused = null;
const reasons = new Set();

/** `all`: the contents of the parts that scroll, and not these parts themselves, so that a blocked page can still be scrolled. */
export function start(all) { parts = all; }

/** Blocks for a reason, or no longer for it. What had the focus before has it again afterwards, unless something else has got it. */
export function block(reason, isBlocking) {
  const was = reasons.size > 0;
  if (isBlocking) reasons.add(reason); else reasons.delete(reason);
  const is = reasons.size > 0;
  if (is === was) return;
  if (is) focused = parts.some(part => part.contains(document.activeElement)) ? document.activeElement : null;
  for (const part of parts) part.inert = is;
  // The browser takes the focus away only in its next frame.
  if (!is && focused?.isConnected && [null, document.body, focused].includes(document.activeElement)) focused.focus({ preventScroll: true });
}
