/** What the page knows of the running group: history by REST first, and then what the socket carries. */

import { get, path } from './api.js';
import { Series } from './series.js';
import { Socket } from './socket.js';

/** So many alerts are kept; older ones are a request away. */
const KEPT_ALERTS = 100;

/**
 * Events: `connection`, `status`, `stats`, `alert` (detail: the alert), `alerts` (the list began anew), `quarantine`, `case`
 * (detail: the event's data), `lost` (detail: why).
 */
export class Feed extends EventTarget {
  alerts = [];
  /** As `/api/status` has it. */
  status = null;
  /** As `/api/stats` has it; slower to change than `now`. */
  stats = null;
  /** As the last `stats` event has it. */
  now = null;
  series = new Series();
  #resume = null;
  #socket = new Socket(
    () => this.#resumeFrom(),
    (event) => this.#take(event),
    (connection) => this.#emit('connection', connection),
  );

  get connection() {
    return this.#socket.connection;
  }

  open() {
    this.#socket.open();
  }

  retryNow() {
    this.#socket.retryNow();
  }

  async refreshStatus() {
    this.status = await get(path(['status']));
    this.#emit('status');
  }

  /** The status there is, or the first one. */
  async knownStatus() {
    if (this.status === null) {
      await this.refreshStatus();
    }
    return this.status;
  }

  /** Its course of the last minutes is needed only after an interruption: else every second comes by itself. */
  async refreshStats(series = false) {
    this.stats = await get(path(['stats'], { scope: 'group', series }));
    if (series) {
      this.series.fill(this.stats.series);
    }
    this.#emit('stats');
  }

  async #resumeFrom() {
    if (this.#resume === null) {
      const page = await get(path(['alerts'], { limit: KEPT_ALERTS }));
      this.alerts = page.items;
      this.#resume = page.resume;
      this.#emit('alerts');
    }
    return this.#resume;
  }

  #take(event) {
    if (event.id) {
      this.#resume = event.id;
    }
    switch (event.type) {
      case 'hello':
        // What no event repeats after an interruption; a failure shows where the figures are.
        this.refreshStatus().catch(() => {});
        this.refreshStats(true).catch(() => {});
        break;
      case 'stats':
        this.now = event.data;
        this.series.add(event.data.at, event.data.perSecond);
        this.#emit('stats');
        break;
      case 'state':
        if (this.status !== null) {
          this.status = { ...this.status, ...event.data };
          this.#emit('status');
        }
        this.refreshStatus().catch(() => {});
        break;
      case 'alert':
        this.#alert(event.data);
        break;
      case 'lost':
        this.#lost(event.data);
        break;
      default:
        this.#emit(event.type, event.data);
    }
  }

  #alert(alert) {
    if (this.alerts.some((shown) => shown.id === alert.id)) {
      return;
    }
    this.alerts = [alert, ...this.alerts].slice(0, KEPT_ALERTS);
    this.#emit('alert', alert);
  }

  /** There is a hole between what is shown and what follows: the history closes it. */
  async #lost(data) {
    this.#emit('lost', data);
    const page = await get(path(['alerts'], { limit: KEPT_ALERTS })).catch(() => null);
    if (page !== null) {
      const known = new Set(page.items.map((alert) => alert.id));
      const since = this.alerts.filter((alert) => !known.has(alert.id));
      this.alerts = [...since, ...page.items].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, KEPT_ALERTS);
      this.#emit('alerts');
    }
  }

  #emit(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
