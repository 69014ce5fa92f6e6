/** The API of the instance: JSON in and out, errors as `Problem`. */

import { session } from './session.js';

/** An error of the API (RFC 9457); status 0 if there was no response. */
class Problem extends Error {
  constructor(status, title, detail) {
    super(detail || title);
    this.status = status;
    this.title = title;
  }
}

/** Asks for the token if reads require one, or another one; set by the page. */
let askForToken = async () => {};
/** The user was asked with this token and gave no other: the page does not ask again by itself. */
let declined = null;

/** @param {(refused: boolean) => Promise<void>} ask whether a token was rejected */
export function onTokenNeeded(ask) {
  askForToken = ask;
}

/**
 * @param {string} path with its query
 * @param {AbortSignal} [signal]
 */
export async function get(path, signal) {
  const token = session.readsNeedToken ? session.token : '';
  const headers = session.readsNeedToken ? credentials() : {};
  const response = await send(path, { headers, signal, cache: 'no-store' });
  if (response.status === 401) {
    session.requireTokenForReads();
    // The user may have signed in since, or reads did not seem to require the token before.
    if (session.token !== token || (await isOtherGiven(token))) {
      return get(path, signal);
    }
  }
  return answer(response);
}

async function isOtherGiven(token) {
  if (token === declined) {
    return false;
  }
  await askForToken(token !== '');
  if (session.token && session.token !== token) {
    return true;
  }
  declined = session.token;
  return false;
}

/** Checks a token; throws the error of the instance if it is rejected. */
export async function checkToken(token, actor) {
  const headers = { Authorization: `Bearer ${token}`, ...(actor && { 'Hapax-Actor': actor }) };
  return answer(await send('/api/sign-in', { method: 'POST', headers }));
}

export async function post(path, body) {
  const headers = { ...credentials(), 'Content-Type': 'application/json' };
  return answer(await send(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** A path from parts that can contain any character, and a query without empty values. */
export function path(parts, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const search = new URLSearchParams(given).toString();
  return `/api/${parts.map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`;
}

function credentials() {
  const headers = {};
  if (session.token) {
    headers.Authorization = `Bearer ${session.token}`;
  }
  if (session.actor) {
    headers['Hapax-Actor'] = session.actor;
  }
  return headers;
}

async function send(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === 'AbortError') {
      throw error;
    }
    throw new Problem(
      0,
      'No response',
      `The instance at ${location.host} does not respond. It may be stopping, or the network is down.`,
    );
  }
}

async function answer(response) {
  const text = await response.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    // A proxy answered without JSON: the status must be enough.
  }
  if (!response.ok) {
    throw new Problem(
      response.status,
      body?.title ?? response.statusText,
      body?.detail ?? `HTTP status ${response.status}.`,
    );
  }
  return body;
}
