// A list of listeners, and calls that are joined.

export class Signal {
  #listeners = new Set();

  /** Adds a listener; returns a function that removes it. */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(...what) {
    for (const listener of [...this.#listeners]) listener(...what);
  }
}

/** A function that calls `act`: at once, but at most once in `rest` ms. */
export function joined(act, rest) {
  let isResting = false, isDue = false;
  const run = () => {
    if (isResting) { isDue = true; return; }
    isResting = true;
    isDue = false;
    setTimeout(() => { isResting = false; if (isDue) run(); }, rest);
    act();
  };
  return run;
}
