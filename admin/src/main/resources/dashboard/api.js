/** The instance's API: JSON in and out, errors as `Problem`. */

import { session } from './session.js';

/** What the API refused, as RFC 9457 says it; status 0 when nobody answered. */
class Problem extends Error {
  constructor(status, title, detail) {
    super(detail || title);
    this.status = status;
    this.title = title;
  }
}

/** Asks for the token when looking needs one, or another than it has; set by the page. */
let askForToken = async () => {};
/** With this token somebody was asked and gave no other: the page does not ask again by itself. */
let declined = null;

/** @param {(refused: boolean) => Promise<void>} ask told whether there is a token that was not accepted */
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
    // It may have been given since, or was kept back as long as looking seemed to need none.
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

/** Whether the instance takes a token; throws what it says where it does not. */
export async function checkToken(token, actor) {
  const headers = { Authorization: `Bearer ${token}`, ...(actor && { 'Hapax-Actor': actor }) };
  return answer(await send('/api/sign-in', { method: 'POST', headers }));
}

export async function post(path, body) {
  const headers = { ...credentials(), 'Content-Type': 'application/json' };
  return answer(await send(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** A path from parts that may have any character in them, and a query without what is empty. */
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
      'No answer',
      `The instance at ${location.host} does not answer. It may be stopping, or the network is down.`,
    );
  }
}

async function answer(response) {
  const text = await response.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    // Something between us and the instance answered; its status has to do.
  }
  if (!response.ok) {
    throw new Problem(
      response.status,
      body?.title ?? response.statusText,
      body?.detail ?? `Answered ${response.status}.`,
    );
  }
  return body;
}
