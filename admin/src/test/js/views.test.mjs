import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { built, settle, stored } from './fakes.mjs';

const dashboard = '../../main/resources/dashboard';
const { decisionLink } = await import(`${dashboard}/parts.js`);
const { caseView } = await import(`${dashboard}/views/case.js`);
const { decisionView } = await import(`${dashboard}/views/decision.js`);
const { keyView } = await import(`${dashboard}/views/key.js`);
const { keysView } = await import(`${dashboard}/views/keys.js`);

const CATALOG = {
  reasons: [{ reason: 'NEW', disposition: 'ODD', description: 'It is new.', nextAction: 'wait', advice: 'Wait.' }],
  states: [{ state: 'dropped', resolved: true }],
};

let asked;
let answer;
globalThis.fetch = async (url) => {
  asked.push(url);
  const body = url === '/api/catalog' ? CATALOG : answer(new URL(url, location.href));
  return { ok: true, status: 200, text: async () => JSON.stringify(body) };
};

beforeEach(() => (asked = []));

const feed = Object.assign(new EventTarget(), { knownStatus: async () => ({ writes: true }) });

async function visited(view, name) {
  const place = built('main');
  place.append(...[view({ feed, name, query: new URLSearchParams(), signal: undefined }, built('h1'))].flat(Infinity));
  await settle();
  return place;
}

const button = (place, words) => place.all('button').find((each) => each.textContent === words);
const links = (place) => place.all('a').map((each) => each.getAttribute('href'));

/** A history whose matching decision follows after so many empty pages. */
const foundAfter = (pages) => ({ searchParams }) => {
  const page = Number(searchParams.get('before') ?? 0);
  return page < pages
    ? { items: [], next: String(page + 1) }
    : { items: [{ identity: 'rare', generation: 0, label: 'billing-failure' }], next: String(page + 1) };
};

test('searches a limited range, and further on request', async () => {
  answer = foundAfter(8);
  const place = await visited(decisionView, 'rare');
  assert.equal(asked.length, 5);
  assert.match(place.textContent, /No decision found yet/);

  button(place, 'Search older decisions').dispatchEvent(new Event('click'));
  await settle();

  assert.equal(asked.length, 9);
  assert.match(place.textContent, /billing-failure/);
  assert.equal(button(place, 'Search older decisions'), undefined);
});

test('reports no decision after searching everything', async () => {
  answer = () => ({ items: [], next: null });
  const place = await visited(decisionView, 'unheard-of');

  assert.match(place.textContent, /No decision within the retention of the topic/);
  assert.equal(button(place, 'Search older decisions'), undefined);
});

test('does not link a masked identity', async () => {
  answer = () => ({ items: [{ identity: 'cards:***' }, { identity: 'cards:7' }] });
  const place = await visited(keysView);
  place.append(...decisionLink({ identity: 'cards:***', generation: 0 }).filter(Boolean));

  assert.match(place.textContent, /cards:\*\*\*/);
  assert.deepEqual(links(place), ['#/keys/cards%3A7']);
});

test('includes the actor in the forget command line', async () => {
  answer = () => ({ identity: 'inv-7', remembered: [], suppressed: {}, quarantined: [], commands: [] });
  stored.set('hapax.actor', 'ann');
  const place = await visited(keyView, 'inv-7');
  stored.delete('hapax.actor');

  assert.match(place.textContent, /hapax key forget -c FILE --reason '…' inv-7 --as annCopy/);
});

test('distinguishes a masked key from a missing one', async () => {
  const found = { case: 'in-0@7', state: 'dropped', payloadKind: 'tombstone', headers: [['h', null]], key: null };
  const keyOf = (place) => place.all('td').map((cell) => cell.textContent).slice(0, 4);
  answer = () => ({ ...found, keyMasked: true });
  assert.deepEqual(keyOf(await visited(caseView, 'in-0@7')), ['(key)', 'masked', 'h', 'none']);

  answer = () => ({ ...found, keyMasked: false });
  assert.deepEqual(keyOf(await visited(caseView, 'in-0@7')), ['(key)', 'none', 'h', 'none']);
});

test('explains a reason and its next action in the words of the instance', async () => {
  answer = () => ({ case: 'in-0@7', state: 'open', payloadKind: 'text', payload: '', reason: 'NEW', nextAction: 'wait' });

  const place = await visited(caseView, 'in-0@7');

  assert.match(place.textContent, /MeaningIt is new\.Next actionWait\./);
});

test('shows the next action of a reason that the catalog does not have', async () => {
  answer = () => ({ case: 'in-0@7', state: 'open', payloadKind: 'text', payload: '', reason: 'OLD', nextAction: 'review' });

  const place = await visited(caseView, 'in-0@7');

  assert.match(place.textContent, /Next actionreview/);
});

test('shows direction and control characters of a message by their code', async () => {
  const hostile = 'pay \u202eevil\u202c\u0000 👩\u200d💻\tend';
  const found = { case: 'in-0@7', state: 'open', payloadKind: 'text', payload: hostile, explanation: hostile };
  answer = () => ({ ...found, headers: [[hostile, hostile]], key: btoa('k\u0007') });

  const place = await visited(caseView, 'in-0@7');

  assert.doesNotMatch(place.textContent, /[\u202e\u202c\u0000\u0007]/);
  assert.equal(place.textContent.split('pay ⟨U+202E⟩evil⟨U+202C⟩⟨U+0000⟩ 👩\u200d💻\tend').length, 5);
  assert.match(place.textContent, /k⟨U\+0007⟩/);
});

test('truncates long names and values of headers', async () => {
  const found = { case: 'in-0@7', state: 'open', payloadKind: 'tombstone', key: null };
  answer = () => ({ ...found, headers: [['n'.repeat(300), 'v'.repeat(5000)]] });

  const place = await visited(caseView, 'in-0@7');

  assert.match(place.textContent, /[^n]n{200}… \(300 characters\)v{4096}… \(5,000 characters\)/);
});
