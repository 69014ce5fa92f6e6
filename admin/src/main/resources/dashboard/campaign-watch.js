/** How many campaigns wait for a person. */

import { get, path } from './api.js';

/** Counts are refreshed at most this often, however many events arrive. */
const PAUSE = 3000;

/** Events: `change`. */
export class CampaignWatch extends EventTarget {
  /** The number of campaigns by status. */
  statuses = {};
  #timer = 0;

  /**
   * @param {import('./feed.js').Feed} feed
   * @param {import('./delivery-watch.js').DeliveryWatch} deliveries
   */
  constructor(feed, deliveries) {
    super();
    this.deliveries = deliveries;
    for (const type of ['campaign', 'lost', 'again']) {
      feed.addEventListener(type, () => this.#soon());
    }
    // The first time is when the settings are known.
    deliveries.addEventListener('change', () => this.#soon(), { once: true });
  }

  /** The number of campaigns that wait for an approval, or for someone to resume them. */
  get waiting() {
    return (this.statuses.DRAFT ?? 0) + (this.statuses.PAUSED ?? 0);
  }

  async refresh() {
    if (this.deliveries.configured) {
      this.statuses = (await get(path(['campaigns'], { limit: 1 }))).statuses ?? {};
      this.dispatchEvent(new Event('change'));
    }
  }

  /** A failure is shown by the connection; the next event tries again. */
  #soon() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.refresh().catch(() => {});
    }, PAUSE);
  }
}
