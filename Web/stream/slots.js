// A browser opens at most six connections to one server, for all its tabs together. Each stream occupies a connection, so at most four tabs
// have a stream at a time. A tab without one takes over the place of another tab as soon as somebody uses it.

const PLACES = 4;
const TURN = "faderd.turn";

/**
 * Takes a place; returns a function that releases it, or null if all are taken. With `takesOver` it takes one from another tab then. `lost`
 * is called if another tab takes the place over.
 */
export async function takePlace(takesOver, lost) {
  if (!navigator.locks) return () => {};
  for (let place = 0; place < PLACES; place++) {
    const release = await hold(place, { ifAvailable: true }, lost);
    if (release) return release;
  }
  if (!takesOver) return null;
  const turn = (Number(localStorage.getItem(TURN)) + 1) % PLACES;
  localStorage.setItem(TURN, String(turn));
  return hold(turn, { steal: true }, lost);
}

function hold(place, options, lost) {
  return new Promise(resolve => {
    let isReleased = false;
    navigator.locks.request(`faderd-stream-${place}`, options, lock => {
      if (!lock) return resolve(null);
      return new Promise(release => resolve(() => { isReleased = true; release(); }));
    }).catch(() => { if (!isReleased) lost(); });
  });
}
