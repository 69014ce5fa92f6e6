/** Whether deliveries are configured, whether sending is on, and how many wait for a person. */

import { get, path } from './api.js';

/** Counts are refreshed at most this often, however many events arrive. */
const PAUSE = 3000;
/** The switch is in no event. */
const SWITCH_EVERY = 30_000;
const NOT_FOUND = 404;

/** Events: `change`. */
export class DeliveryWatch extends EventTarget {
  /** As in `/api/delivery`; null until it is loaded. */
  settings = null;
  /** The number of deliveries by state; of those that wait for approval, without those that wait for their campaign. */
  states = {};
  #timer = 0;
  #switchReadAt = 0;

  /** @param {import('./feed.js').Feed} feed */
  constructor(feed) {
    super();
    feed.addEventListener('delivery', () => this.#soon());
    // Most changes of its deliveries are in no other event.
    feed.addEventListener('campaign', () => this.#soon());
    feed.addEventListener('lost', () => this.#soon());
    // After a reconnection, or after signing in where reads require it.
    feed.addEventListener('again', () => this.refresh().catch(() => {}));
    feed.addEventListener('stats', () => this.settings?.configured !== false && this.#switchIsOld() && this.#soon());
  }

  get configured() {
    return this.settings?.configured === true;
  }

  /** The number of deliveries that wait for a person. */
  get waiting() {
    return (this.states.AWAITING_APPROVAL ?? 0) + (this.states.STRANDED ?? 0);
  }

  /** The settings there are, or the first ones. */
  async known() {
    if (this.settings === null) {
      await this.refresh();
    }
    return this.settings;
  }

  async refresh() {
    this.#switchReadAt = Date.now();
    const settings = await get(path(['delivery'])).catch((problem) => {
      if (problem.status === NOT_FOUND) {
        return { configured: false };
      }
      throw problem;
    });
    this.settings = settings;
    this.dispatchEvent(new Event('change'));
    if (settings.configured) {
      const [all, alone] = await Promise.all([
        get(path(['deliveries'], { limit: 1 })),
        get(path(['deliveries'], { limit: 1, alone: true })),
      ]);
      this.states = { ...all.states, AWAITING_APPROVAL: alone.states?.AWAITING_APPROVAL ?? 0 };
      this.dispatchEvent(new Event('change'));
    }
  }

  #switchIsOld() {
    return Date.now() - this.#switchReadAt > SWITCH_EVERY;
  }

  /** A failure is shown by the connection; the next event tries again. */
  #soon() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.refresh().catch(() => {});
    }, PAUSE);
  }
}
