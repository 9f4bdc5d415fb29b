// A browser opens at most six connections to one server, for all its tabs together. A stream keeps one for good, so at most four tabs have
// one at a time; a tab that has none takes over the place of another as soon as somebody uses it.

const PLACES = 4;
const TURN = "faderd.turn";

/** Waits for a place and holds it until `release` is called. `lost` is called if another tab takes it over. Null: all are taken. */
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
