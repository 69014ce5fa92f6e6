/** What the page knows of the running group: history by REST first, and then what the socket carries. */

import { get, path } from './api.js';
import { Series } from './series.js';
import { Socket } from './socket.js';

/** So many alerts are kept; older ones are a request away. */
const KEPT_ALERTS = 100;

/**
 * Events: `connection`, `status`, `stats`, `breakdown`, `alert` (detail: the alert), `alerts` (the list began anew), `quarantine`,
 * `case` (detail: the event's data), `replays`, `lost` (detail: why), `again` (connected anew: what is told only when it changes may
 * have changed meanwhile).
 */
export class Feed extends EventTarget {
  alerts = [];
  /** Whether these are all there were: nothing is known before. */
  hasHistory = false;
  /** As `/api/status` has it. */
  status = null;
  /** As `/api/stats` has it, and then the last `breakdown` event; slower to change than `now`. */
  stats = null;
  /** The replays of the last event of that name. */
  replays = [];
  /** As the last `stats` event has it. */
  now = null;
  series = new Series();
  #resume = null;
  /** Whether what is shown has to be read anew once it is connected. */
  #refused = false;
  /** What was told since connecting. It is told when it changes, so the last is right for as long as nothing follows. */
  #told = { group: null, breakdown: {} };
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
    this.status = this.#told.group ?? status;
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
    const stats = await get(path(['stats'], { scope: 'group', series }));
    if (series) {
      this.series.fill(stats.series);
    }
    this.stats = { ...stats, ...this.#told.breakdown };
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

  /** The instance can't go on where this page was: the next try begins with the history. */
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
        this.#told = { group: null, breakdown: {} };
        this.replays = [];
        // What no event repeats after an interruption; a failure shows where the figures are.
        this.refreshStatus().catch(() => {});
        this.refreshStats(true).catch(() => {});
        this.#emit('again');
        if (this.#refused) {
          this.#refused = false;
          this.#emit('lost', { why: 'The instance does not know where this page was.' });
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
        this.#told.group = event.data;
        this.status = event.data;
        this.#emit('status');
        break;
      case 'breakdown':
        this.#told.breakdown = event.data;
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
