// A list of listeners.

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
