import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { settle, stored } from './fakes.mjs';

const dashboard = '../../main/resources/dashboard';
const { session } = await import(`${dashboard}/session.js`);

let right;
let sent;
globalThis.fetch = async (url, { headers }) => {
  sent.push(headers.Authorization ?? null);
  const ok = headers.Authorization === `Bearer ${right}`;
  return { ok, status: ok ? 200 : 401, text: async () => '{"title":"No valid token","detail":"Every read needs it."}' };
};

/** The reaction of the user; none to cancel. */
let answer;
let asked;
let get;

beforeEach(async () => {
  stored.clear();
  right = 'right';
  sent = [];
  asked = [];
  answer = () => {};
  // A new module for every test, because it remembers a declined dialog.
  const api = await import(`${dashboard}/api.js?${Math.random()}`);
  get = api.get;
  api.onTokenNeeded(async (refused) => {
    asked.push(refused);
    answer();
  });
});

const refused = (request) => assert.rejects(request, { status: 401, message: 'Every read needs it.' });

test('asks for the token once, and retries with it', async () => {
  answer = () => session.signIn('right', 'ann');

  await get('/api/status');

  assert.deepEqual(asked, [false]);
  assert.deepEqual(sent, [null, 'Bearer right']);
});

test('does not ask again after cancelling, until there is another token', async () => {
  await refused(get('/api/status'));
  await refused(get('/api/status'));
  assert.deepEqual(asked, [false]);

  session.signIn('right', 'ann');
  await get('/api/status');
  assert.deepEqual(asked, [false]);
});

test('asks once for another token after it changed', async () => {
  session.requireTokenForReads();
  session.signIn('right', 'ann');
  await get('/api/status');
  right = 'new';

  await refused(get('/api/status'));
  await refused(get('/api/status'));
  assert.deepEqual(asked, [true]);

  session.signIn('wrong', 'ann');
  answer = () => session.signIn('new', 'ann');
  await get('/api/status');
  assert.deepEqual(asked, [true, true]);
});

test('tries the stored token before asking', async () => {
  session.signIn('right', 'ann');

  await get('/api/status');
  await settle();

  assert.deepEqual(asked, []);
  assert.deepEqual(sent, [null, 'Bearer right']);
});

test('signs in by a link, unless the user is signed in already', () => {
  assert.equal(session.signInByLink('#/quarantine'), false);
  assert.equal(session.signInByLink(''), false);
  assert.equal(session.token, '');

  assert.equal(session.signInByLink('#sign-in=a%26b&name=demo'), true);
  assert.deepEqual([session.token, session.actor], ['a&b', 'demo']);

  assert.equal(session.signInByLink('#sign-in=other&name=mallory'), true);
  assert.deepEqual([session.token, session.actor], ['a&b', 'demo']);
});
