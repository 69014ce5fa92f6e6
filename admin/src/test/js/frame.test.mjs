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

const told = (type, detail) => feed.dispatchEvent(new CustomEvent(type, { detail }));
const connection = (now) => {
  feed.connection = now;
  told('connection');
};

beforeEach(() => stored.clear());

test('says once that events were lost, how often, and again after someone has read it', () => {
  const losses = at('losses');
  told('lost', { why: 'too many' });
  assert.equal(losses.textContent, 'Some events were lost. too many. The lists were read anew. Understood');

  told('lost', { why: 'too many' });
  told('lost', { why: 'too old.' });
  assert.equal(losses.children.length, 1);
  assert.match(losses.textContent, /^Some events were lost. too old. The lists .* It happened 3 times, the last at [\d:]{8}\./);

  connection({ state: 'down', since: Date.now(), retryAt: Date.now(), why: 'Gone.' });
  connection({ state: 'live' });
  assert.equal(losses.children.length, 1);

  press(losses, 'Understood');
  assert.equal(losses.children.length, 0);
  told('lost', { why: 'too many' });
  assert.doesNotMatch(losses.textContent, /times/);
});

test('reads out a loss only when there is something else to say', () => {
  const words = at('losses').all('span').find((each) => each.getAttribute('role') === 'alert');
  told('lost', { why: 'too old' });
  const [said] = words.children;

  told('lost', { why: 'too old' });

  assert.equal(words.children[0], said);
});

test('says that a token is needed, or another one, and offers to give it', () => {
  connection({ state: 'locked', since: Date.now() });
  assert.equal(at('connection').textContent, 'Token needed');
  assert.match(at('interruption').textContent, /^A token is needed\. .*Sign in/);

  stored.set('hapax.token', 'of yesterday');
  connection({ state: 'locked', since: Date.now() });
  assert.match(at('interruption').textContent, /^The token is not accepted\. .*Use another token/);

  connection({ state: 'live' });
  assert.equal(at('interruption').textContent, '');
});
