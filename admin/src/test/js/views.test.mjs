import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { built, settle, stored } from './fakes.mjs';

const dashboard = '../../main/resources/dashboard';
const { decisionLink } = await import(`${dashboard}/parts.js`);
const { caseView } = await import(`${dashboard}/views/case.js`);
const { decisionView } = await import(`${dashboard}/views/decision.js`);
const { keyView } = await import(`${dashboard}/views/key.js`);
const { keysView } = await import(`${dashboard}/views/keys.js`);

let asked;
let answer;
globalThis.fetch = async (url) => {
  asked.push(url);
  return { ok: true, status: 200, text: async () => JSON.stringify(answer(new URL(url, location.href))) };
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

/** A history of so many pages without anything about it, and then one that has it. */
const foundAfter = (pages) => ({ searchParams }) => {
  const page = Number(searchParams.get('before') ?? 0);
  return page < pages
    ? { items: [], next: String(page + 1) }
    : { items: [{ identity: 'rare', generation: 0, label: 'billing-failure' }], next: String(page + 1) };
};

test('looks for a decision only so far, and further when asked to', async () => {
  answer = foundAfter(8);
  const place = await visited(decisionView, 'rare');
  assert.equal(asked.length, 5);
  assert.match(place.textContent, /No decision about it so far/);

  button(place, 'Look further').dispatchEvent(new Event('click'));
  await settle();

  assert.equal(asked.length, 9);
  assert.match(place.textContent, /billing-failure/);
  assert.equal(button(place, 'Look further'), undefined);
});

test('says that there is no decision when all was looked through', async () => {
  answer = () => ({ items: [], next: null });
  const place = await visited(decisionView, 'unheard-of');

  assert.match(place.textContent, /No decision about it in the history that is kept/);
  assert.equal(button(place, 'Look further'), undefined);
});

test('leads nowhere from an identity that is masked', async () => {
  answer = () => ({ items: [{ identity: 'cards:***' }, { identity: 'cards:7' }] });
  const place = await visited(keysView);
  place.append(...decisionLink({ identity: 'cards:***', generation: 0 }).filter(Boolean));

  assert.match(place.textContent, /cards:\*\*\*/);
  assert.deepEqual(links(place), ['#/keys/cards%3A7']);
});

test('names who is on record on the command line that forgets an identity', async () => {
  answer = () => ({ identity: 'inv-7', remembered: [], suppressed: {}, quarantined: [], commands: [] });
  stored.set('hapax.actor', 'ann');
  const place = await visited(keyView, 'inv-7');
  stored.delete('hapax.actor');

  assert.match(place.textContent, /hapax key forget -c FILE --reason '…' inv-7 --as annCopy/);
});

test('tells a key that is not shown from one that is not there', async () => {
  const found = { case: 'in-0@7', state: 'dropped', payloadKind: 'tombstone', headers: [['h', null]], key: null };
  const keyOf = (place) => place.all('td').map((cell) => cell.textContent).slice(0, 4);
  answer = () => ({ ...found, keyMasked: true });
  assert.deepEqual(keyOf(await visited(caseView, 'in-0@7')), ['(key)', 'not shown', 'h', 'none']);

  answer = () => ({ ...found, keyMasked: false });
  assert.deepEqual(keyOf(await visited(caseView, 'in-0@7')), ['(key)', 'none', 'h', 'none']);
});
