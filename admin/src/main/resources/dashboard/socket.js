/** The socket that carries what happens: says when it is lost, tries again, and goes on where it was. */

import { session } from './session.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** Figures come every second: so long without any, and the other side is gone without having said so. */
const SILENCE = 10_000;
const TOO_SLOW = 4008;
/** It is no token of this application, as after its topics were made anew. */
const TOKEN_REFUSED = 4400;
/** What a browser says of a connection that ended by itself, or was refused. */
const NO_CLOSE_FRAME = 1006;
const UNAUTHORIZED = 401;

/**
 * @typedef {{state: 'connecting' | 'live' | 'down' | 'locked', since: number, retryAt?: number, why?: string}} Connection
 *     locked: nobody gave the token that looking needs, and there is no next try until someone does or asks for one
 */

export class Socket {
  #socket = null;
  #timer = 0;
  #watch = 0;
  #failures = 0;
  #lastSeen = 0;
  /** Whether the last one ended without a word: a browser does not tell a refusal from a lost connection. */
  #unheard = false;

  /**
   * @param {(unheard: boolean) => Promise<string>} resumeFrom the token of the last event that was seen; when the last try ended
   *     without a word, it fails with what the instance has to say about that
   * @param {(event: {type: string, id: string, data: object}) => void} onEvent
   * @param {(connection: Connection) => void} onState
   * @param {() => void} onRefused that token will never do
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

  /** Does not wait for the time that was set. */
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
    // A tab in the background has its timers delayed, but not what it receives.
    if (Date.now() - this.#lastSeen < SILENCE) {
      this.#heard();
      return;
    }
    this.#lost(`Nothing was heard for ${SILENCE / 1000} s.`);
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
    // Tries in between do not make an interruption younger.
    this.connection = { ...next, since: wasLive === isLive ? before.since : Date.now() };
    this.onState(this.connection);
  }
}

/** A browser can't set headers on a socket, so the token travels as a subprotocol, and only where it is asked for. */
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
  return close.code === TOO_SLOW ? 'This page read too slowly.' : 'The connection to the instance was lost.';
}
