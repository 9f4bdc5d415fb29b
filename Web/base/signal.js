// A list of listeners, and calls that are joined or wait for each other.

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

/**
 * A function that calls the async `act`, one call at a time: all calls during one become one more after it. Its promise resolves when a call of
 * `act` that began later has ended.
 */
export function single(act) {
  let running = null, isDue = false;
  const run = () => {
    isDue = true;
    running ??= (async () => {
      // So that `running` is set first.
      await null;
      try {
        while (isDue) {
          isDue = false;
          await act();
        }
      } finally {
        running = null;
      }
    })();
    return running;
  };
  return Object.assign(run, { isRunning: () => running !== null });
}
