/** The state of the running group: loaded by REST first, then updated by events. */

import { get, path } from './api.js';
import { Series } from './series.js';
import { Socket } from './socket.js';

/** The number of alerts kept in memory. */
const KEPT_ALERTS = 100;

/**
 * Events: `connection`, `status`, `stats`, `breakdown`, `alert` (detail: the alert), `alerts` (the list was reloaded), `quarantine`,
 * `case` (detail: the event's data), `replays`, `lost` (detail: why), `again` (reconnected: values that
 * are sent only when they change may have changed meanwhile).
 */
export class Feed extends EventTarget {
  alerts = [];
  /** Whether the list of alerts is loaded. */
  hasHistory = false;
  /** As in `/api/status`. */
  status = null;
  /** As in `/api/stats`, then the last `breakdown` event; changes more slowly than `now`. */
  stats = null;
  /** The replays of the last `replays` event. */
  replays = [];
  /** As in the last `stats` event. */
  now = null;
  series = new Series();
  #resume = null;
  /** Whether the page must reload its lists once it is connected. */
  #refused = false;
  /** Values received since connecting. They are sent when they change, so the last one is current. */
  #received = { group: null, breakdown: {} };
  #socket = new Socket(
    (unheard) => this.#resumeFrom(unheard),
    (event) => this.#take(event),
    (connection) => this.#emit('connection', connection),
    () => this.#forget(),
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
    const status = await get(path(['status']));
    this.status = this.#received.group ?? status;
    this.#emit('status');
  }

  /** The status there is, or the first one. */
  async knownStatus() {
    if (this.status === null) {
      await this.refreshStatus();
    }
    return this.status;
  }

  /** The series of the last minutes is needed only after an interruption: otherwise events bring every second. */
  async refreshStats(series = false) {
    const stats = await get(path(['stats'], { scope: 'group', series }));
    if (series) {
      this.series.fill(stats.series);
    }
    this.stats = { ...stats, ...this.#received.breakdown };
    this.#emit('stats');
    this.#emit('breakdown');
  }

  async #resumeFrom(unheard) {
    if (unheard) {
      await get(path(['status']));
    }
    if (this.#resume === null) {
      const page = await get(path(['alerts'], { limit: KEPT_ALERTS }));
      this.alerts = page.items;
      this.hasHistory = true;
      this.#resume = page.resume;
      this.#emit('alerts');
    }
    return this.#resume;
  }

  /** The instance cannot resume here: the next connection starts with the history. */
  #forget() {
    this.#resume = null;
    this.#refused = true;
  }

  #take(event) {
    if (event.id) {
      this.#resume = event.id;
    }
    switch (event.type) {
      case 'hello':
        this.#received = { group: null, breakdown: {} };
        this.replays = [];
        // Not repeated by events after an interruption; the views show a failure.
        this.refreshStatus().catch(() => {});
        this.refreshStats(true).catch(() => {});
        this.#emit('again');
        if (this.#refused) {
          this.#refused = false;
          this.#emit('lost', { why: 'The instance does not know the position of this page.' });
        }
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
        break;
      case 'group':
        this.#received.group = event.data;
        this.status = event.data;
        this.#emit('status');
        break;
      case 'breakdown':
        this.#received.breakdown = event.data;
        this.stats = { ...this.stats, ...event.data };
        this.#emit('breakdown');
        break;
      case 'replays':
        this.replays = event.data.items;
        this.#emit('replays');
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

  /** Reloads the history, to close the gap between the list and the next events. */
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
