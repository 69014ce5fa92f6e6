/** The event socket: reports a lost connection, reconnects, and resumes. */

import { session } from './session.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** Numbers arrive every second: after this time without any event, the connection is considered lost. */
const SILENCE = 10_000;
const TOO_SLOW = 4008;
/** The resume token is not a token of this application. */
const TOKEN_REFUSED = 4400;
/** The close code of a lost or rejected connection. */
const NO_CLOSE_FRAME = 1006;
const UNAUTHORIZED = 401;

/**
 * @typedef {{state: 'connecting' | 'live' | 'down' | 'locked', since: number, retryAt?: number, why?: string}} Connection
 *     locked: reads require a token; there is no retry until the user signs in or retries
 */

export class Socket {
  #socket = null;
  #timer = 0;
  #watch = 0;
  #failures = 0;
  #lastSeen = 0;
  /** Whether the last connection got no event: a browser cannot tell a rejection from a lost connection. */
  #unheard = false;

  /**
   * @param {(unheard: boolean) => Promise<string>} resumeFrom the token of the last event; if the last
   *     connection got no event, it fails with the error of the instance
   * @param {(event: {type: string, id: string, data: object}) => void} onEvent
   * @param {(connection: Connection) => void} onState
   * @param {() => void} onRefused the token will never be accepted
   */
  constructor(resumeFrom, onEvent, onState, onRefused) {
    this.resumeFrom = resumeFrom;
    this.onEvent = onEvent;
    this.onState = onState;
    this.onRefused = onRefused;
    /** @type {Connection} */
    this.connection = { state: 'connecting', since: Date.now() };
    addEventListener('online', () => this.retryNow());
    document.addEventListener('visibilitychange', () => document.hidden || this.retryNow());
  }

  async open() {
    clearTimeout(this.#timer);
    this.#change({ state: 'connecting' });
    let from;
    try {
      from = await this.resumeFrom(this.#unheard);
    } catch (problem) {
      if (problem.status === UNAUTHORIZED) {
        this.#change({ state: 'locked', why: problem.message });
      } else {
        this.#lost(problem.message);
      }
      return;
    }
    this.#unheard = true;
    const url = new URL(`/ws?from=${encodeURIComponent(from)}`, location.href);
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url, protocols());
    this.#socket = socket;
    this.#heard();
    socket.onmessage = (message) => socket === this.#socket && this.#take(JSON.parse(message.data));
    socket.onclose = (close) => socket === this.#socket && this.#closed(close);
  }

  /** Retries now. */
  retryNow() {
    if (this.connection.state === 'down' || this.connection.state === 'locked') {
      this.open();
    }
  }

  #take(event) {
    this.#heard();
    this.#unheard = false;
    if (event.type === 'hello') {
      this.#failures = 0;
      this.#change({ state: 'live' });
    }
    this.onEvent(event);
  }

  #closed(close) {
    this.#unheard &&= close.code === NO_CLOSE_FRAME;
    if (close.code === TOKEN_REFUSED) {
      this.onRefused();
    }
    this.#lost(reason(close));
  }

  #heard() {
    this.#lastSeen = Date.now();
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#checkSilence(), SILENCE);
  }

  #checkSilence() {
    // A browser delays the timers of a background tab, but not its events.
    if (Date.now() - this.#lastSeen < SILENCE) {
      this.#heard();
      return;
    }
    this.#lost(`No event for ${SILENCE / 1000} s.`);
  }

  #lost(why) {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    clearTimeout(this.#watch);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.open(), wait);
    this.#change({ state: 'down', retryAt: Date.now() + wait, why });
  }

  #change(next) {
    const before = this.connection;
    const wasLive = before.state === 'live';
    const isLive = next.state === 'live';
    // Retries do not reset the start of an interruption.
    this.connection = { ...next, since: wasLive === isLive ? before.since : Date.now() };
    this.onState(this.connection);
  }
}

/** A browser cannot set headers on a socket, so the token is sent as a subprotocol, if it is required. */
function protocols() {
  if (!session.readsNeedToken || !session.token) {
    return [];
  }
  const bytes = new TextEncoder().encode(session.token);
  const base64 = btoa(String.fromCharCode(...bytes));
  return ['hapax', `bearer.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`];
}

function reason(close) {
  if (close.reason) {
    return close.reason;
  }
  return close.code === TOO_SLOW ? 'This page processed events too slowly.' : 'The connection to the instance was lost.';
}
