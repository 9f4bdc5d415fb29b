// A list of listeners.

export class Signal {
  #listeners = new Set();

  /** Adds a listener; the answer takes it away again. */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(...what) {
    for (const listener of [...this.#listeners]) listener(...what);
  }
}
