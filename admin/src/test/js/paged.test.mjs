import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { settle } from './fakes.mjs';

const { PagedList } = await import('../../main/resources/dashboard/paged.js');

const SHAPE = {
  title: 'Cases',
  id: (item) => item.id,
  columns: [{ name: 'Case', of: ({ id, state, owner }) => [id, state, owner].filter(Boolean).join(' ') }],
};

/** Requests that wait for the test to answer them. */
let requests;
let list;

beforeEach(() => {
  requests = [];
  list = new PagedList(
    SHAPE,
    (cursor) => new Promise((resolve, reject) => requests.push({ cursor, resolve, reject })),
    'None.',
  );
});

async function answer(names, next = null, request = requests.at(-1)) {
  request.resolve({ items: names.map((name) => (typeof name === 'string' ? { id: name } : name)), next });
  await settle();
}

const shown = () => list.node.all('tr').slice(1).map((row) => row.textContent);

async function press(words) {
  list.node.all('button').find((button) => button.textContent === words).dispatchEvent(new Event('click'));
  await settle();
}

/** As a topic would give them: `before` is the first that is not of the page. */
const page = (before, size) => Array.from({ length: size }, (_, i) => `c${before - 1 - i}`);

test('keeps events that arrive before the first page', async () => {
  list.reset();
  list.put({ id: 'new', state: 'open' });
  list.put({ id: 'b', state: 'open' });
  list.change('a', { state: 'dropped' });
  list.change('new', { state: 'assigned' });
  await answer([{ id: 'b', owner: 'ann' }, 'a']);

  assert.deepEqual(shown(), ['new assigned', 'b open ann', 'a dropped']);
});

test('drops old rows when it reloads while events arrive', async () => {
  list.reset();
  await answer(['b', 'a']);

  list.reset();
  list.put({ id: 'c' });
  list.change('a', { state: 'dropped' });
  assert.deepEqual(shown(), ['b', 'a']);
  await answer(['b']);
  list.change('b', { state: 'replayed' });

  assert.deepEqual(shown(), ['c', 'b replayed']);
});

test('uses the last of two reloads, whichever response arrives first', async () => {
  list.reset();
  list.reset();
  const [first, second] = requests;
  await answer(['new', 'old'], null, second);
  await answer(['old'], null, first);

  assert.deepEqual(shown(), ['new', 'old']);
});

test('shows a case once that is in an event and in an older page', async () => {
  list.reset();
  await answer(['d', 'c'], 'c');
  list.put({ id: 'a', state: 'open' });
  await press('Load more');
  await answer(['b', { id: 'a', state: 'parked', owner: 'ann' }]);
  list.change('b', { state: 'dropped' });

  assert.deepEqual(shown(), ['a open ann', 'd', 'c', 'b dropped']);
});

test('loads removed rows again', async () => {
  list.reset();
  await answer(page(1_000, 100), 'c900');
  await press('Load more');
  await answer(page(900, 100), 'c800');
  for (let i = 1_000; i < 1_010; i += 1) {
    list.put({ id: `c${i}` });
  }
  assert.deepEqual([shown().length, shown()[0], shown().at(-1)], [200, 'c1009', 'c810']);

  await press('Load more');
  assert.equal(requests.at(-1).cursor, 'c900');
  await answer(page(900, 100), 'c800');

  assert.deepEqual(shown(), page(1_000, 200));
});

test('continues with the next page when all of one is visible', async () => {
  list.reset();
  await answer(page(150, 100), 'c50');
  for (let i = 150; i < 350; i += 1) {
    list.put({ id: `c${i}` });
  }
  await press('Load more');
  assert.equal(requests.at(-1).cursor, null);
  await answer(page(350, 100), 'c250');
  assert.equal(requests.at(-1).cursor, 'c250');
  await answer(page(250, 150), 'c100');

  assert.deepEqual(shown(), page(300, 200));
});

test('loads again when rows were removed while a page was loading', async () => {
  list.reset();
  await answer(page(200, 100), 'c100');
  await press('Load more');
  await answer(page(100, 90), 'c10');
  await press('Load more');
  for (let i = 200; i < 215; i += 1) {
    list.put({ id: `c${i}` });
  }
  await answer(page(10, 10));
  assert.equal(requests.at(-1).cursor, 'c100');
  await answer(page(100, 90), 'c10');

  assert.deepEqual(shown(), page(210, 200));
});

test('can retry after a failure, and keeps no events meanwhile', async () => {
  list.reset();
  requests[0].reject(new Error('No answer'));
  await settle();
  list.put({ id: 'told' });
  await press('Try again');
  await answer(['b', 'a']);

  assert.deepEqual(shown(), ['b', 'a']);
});
