import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { stored } from './fakes.mjs';

const { frame } = await import('../../main/resources/dashboard/frame.js');

const at = (id) => document.getElementById(id);
const press = (place, words) =>
  place.all('button').find((button) => button.textContent === words).dispatchEvent(new Event('click'));

mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
document.documentElement.dataset.theme = 'system';
const feed = new EventTarget();
feed.connection = { state: 'live' };
feed.retryNow = () => {};
frame(feed);

const emit = (type, detail) => feed.dispatchEvent(new CustomEvent(type, { detail }));
const connection = (now) => {
  feed.connection = now;
  emit('connection');
};

beforeEach(() => stored.clear());

test('shows one notice for all losses, with a count, until it is dismissed', () => {
  const losses = at('losses');
  emit('lost', { why: 'too many' });
  assert.equal(losses.textContent, 'Some events were missed. too many. The lists were reloaded. Dismiss');

  emit('lost', { why: 'too many' });
  emit('lost', { why: 'too old.' });
  assert.equal(losses.children.length, 1);
  assert.match(losses.textContent, /^Some events were missed. too old. The lists .* This happened 3 times, last at [\d:]{8}\./);

  connection({ state: 'down', since: Date.now(), retryAt: Date.now(), why: 'Gone.' });
  connection({ state: 'live' });
  assert.equal(losses.children.length, 1);

  press(losses, 'Dismiss');
  assert.equal(losses.children.length, 0);
  emit('lost', { why: 'too many' });
  assert.doesNotMatch(losses.textContent, /times/);
});

test('announces a loss only when its text changes', () => {
  const words = at('losses').all('span').find((each) => each.getAttribute('role') === 'alert');
  emit('lost', { why: 'too old' });
  const [said] = words.children;

  emit('lost', { why: 'too old' });

  assert.equal(words.children[0], said);
});

test('offers to sign in when the token is missing or rejected', () => {
  connection({ state: 'locked', since: Date.now() });
  assert.equal(at('connection').textContent, 'Token required');
  assert.match(at('interruption').textContent, /^A token is required\. .*Sign in/);

  stored.set('hapax.token', 'of yesterday');
  connection({ state: 'locked', since: Date.now() });
  assert.match(at('interruption').textContent, /^The token was rejected\. .*Use another token/);

  connection({ state: 'live' });
  assert.equal(at('interruption').textContent, '');
});
