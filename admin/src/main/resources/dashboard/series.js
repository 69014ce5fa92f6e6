/** The last five minutes, second by second. */

const WINDOW = 300;

/** @typedef {{at: number, read: number, admitted: number, duplicates: number, quarantined: number, alerts: number}} Second */

const NAMES = ['read', 'admitted', 'duplicates', 'quarantined', 'alerts'];

export class Series {
  /** @type {Map<number, Second>} by second since the epoch */
  #seconds = new Map();

  /** Adds the values of the API; values received since then stay. */
  fill(history) {
    const end = Math.floor(Date.parse(history.end) / 1000);
    const length = history.read?.length ?? 0;
    for (let i = 0; i < length; i += 1) {
      const figures = Object.fromEntries(NAMES.map((name) => [name, history[name]?.[i] ?? 0]));
      this.#put(end - (length - 1 - i) * (history.stepSeconds ?? 1), figures);
    }
    this.#forget();
  }

  add(at, figures) {
    this.#put(Math.floor(Date.parse(at) / 1000), figures);
    this.#forget();
  }

  /** Every second of the window, oldest first; null if unknown. */
  points() {
    const newest = this.newest();
    return Array.from({ length: WINDOW }, (_, i) => this.#seconds.get(newest - WINDOW + 1 + i) ?? null);
  }

  /** The newest second, since the epoch. */
  newest() {
    return this.#seconds.size === 0 ? Math.floor(Date.now() / 1000) : Math.max(...this.#seconds.keys());
  }

  #put(second, figures) {
    this.#seconds.set(second, { at: second * 1000, ...figures });
  }

  #forget() {
    const oldest = this.newest() - WINDOW;
    for (const second of this.#seconds.keys()) {
      if (second <= oldest) {
        this.#seconds.delete(second);
      }
    }
  }
}

/** Share of duplicates among the messages read in the `width` seconds up to each point; null if none were read. */
export function duplicateShare(points, width = 10) {
  return points.map((point, i) => {
    const near = points.slice(Math.max(0, i - width + 1), i + 1).filter(Boolean);
    const read = near.reduce((sum, each) => sum + each.read, 0);
    const duplicates = near.reduce((sum, each) => sum + each.duplicates, 0);
    return point === null || read === 0 ? null : Math.min(1, duplicates / read);
  });
}
