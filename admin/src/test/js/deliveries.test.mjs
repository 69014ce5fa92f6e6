import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { built, settle, stored } from './fakes.mjs';

globalThis.history = { replaceState() {} };
const dashboard = '../../main/resources/dashboard';
const { commandOf, ACTIONS, actionsOf } = await import(`${dashboard}/delivery-actions.js`);
const { seen } = await import(`${dashboard}/delivery-panes.js`);
const { DeliveryWatch } = await import(`${dashboard}/delivery-watch.js`);
const { Queue } = await import(`${dashboard}/queue.js`);
const { session } = await import(`${dashboard}/session.js`);
const { deliveriesView } = await import(`${dashboard}/views/deliveries.js`);
const { deliveryView } = await import(`${dashboard}/views/delivery.js`);
const { roleMissing } = await import(`${dashboard}/writes.js`);

const delivery = (id, more) => ({
  id,
  state: 'AWAITING_APPROVAL',
  channel: 'mail',
  target: 'ann@example.org',
  sha256: 'ab'.repeat(32),
  size: 7,
  stagedBy: 'topic',
  cause: null,
  score: 0.5,
  attempt: 0,
  since: '2027-01-11T09:00:00Z',
  notBefore: '2027-01-11T09:00:00Z',
  expires: '+292278994-08-17T07:12:55.807Z',
  approvedBy: null,
  subject: `Subject of ${id}`,
  ...more,
});

let asked;
let answers;
globalThis.fetch = async (url) => {
  asked.push(url);
  const [status, body] = answers(new URL(url, location.href).pathname) ?? [404, { title: 'Not found', detail: url }];
  return { ok: status === 200, status, text: async () => JSON.stringify(body) };
};

const SETTINGS = { configured: true, enabled: true, channels: ['mail'] };

beforeEach(() => {
  asked = [];
  stored.clear();
  answers = () => null;
});

const newFeed = () => Object.assign(new EventTarget(), { knownStatus: async () => ({ writes: true }) });
const emit = (feed, type, detail) => feed.dispatchEvent(new CustomEvent(type, { detail }));

/** A queue of numbers, by their score. */
async function queueOf(items, next = null, most = 5) {
  const chosen = [];
  const queue = new Queue(
    {
      title: 'Queue',
      most,
      compare: (a, b) => a.score - b.score,
      isIn: ({ state }) => state === 'AWAITING_APPROVAL',
      row: ({ id, state }) => [state === 'AWAITING_APPROVAL' ? id : `${id}:${state}`],
      nothing: 'Nothing.',
      fetchFirst: async () => ({ items, next }),
    },
    null,
    (item) => chosen.push(item?.id ?? null),
  );
  await queue.reload();
  /** Events are drawn with a delay. */
  const rows = async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return queue.node.all('button').map((row) => row.textContent);
  };
  return { queue, chosen, rows };
}

test('inserts new deliveries by their score, and keeps the chosen one', async () => {
  const { queue, chosen, rows } = await queueOf([delivery('b', { score: 0.2 }), delivery('d', { score: 0.4 })]);

  queue.put(delivery('c', { score: 0.3 }));
  queue.put(delivery('a', { score: 0.1 }));

  assert.deepEqual(await rows(), ['a', 'b', 'c', 'd']);
  assert.deepEqual(chosen, ['b']);
});

test('goes on with the next when one is handled, and keeps what somebody else handles until the user moves on', async () => {
  const { queue, chosen, rows } = await queueOf(['a', 'b', 'c'].map((id, score) => delivery(id, { score })));

  queue.put(delivery('a', { state: 'REJECTED' }));
  assert.deepEqual(await rows(), ['a:REJECTED', 'b', 'c']);
  queue.move(1);
  assert.deepEqual(await rows(), ['b', 'c']);
  queue.done('b');
  assert.deepEqual(await rows(), ['c']);
  queue.done('c');

  assert.deepEqual(chosen, ['a', 'b', 'c', null]);
  assert.match(queue.node.textContent, /Nothing\./);
});

test('holds a bounded number of deliveries, and those after it only once there is room', async () => {
  const items = Array.from({ length: 30 }, (_, i) => delivery(`d${i}`, { score: i }));
  const { queue, rows } = await queueOf(items, 'more', 30);

  queue.put(delivery('last', { score: 99 }));
  queue.put(delivery('first', { score: -1 }));

  assert.equal((await rows()).length, 30);
  assert.equal((await rows())[0], 'first');
  assert.match(queue.node.textContent, /More follow/);
});

test('loads the content after the hash that an approval sends', async () => {
  answers = (path) =>
    path.endsWith('/message')
      ? [200, { kind: 'mail', from: 'a', to: 'ann@example.org', subject: 's', text: 'Dear Ann', headers: [] }]
      : [200, { ...delivery('x'), history: [], receipts: [] }];
  const place = built('main');
  place.append(...deliveryView({ feed: newFeed(), name: 'x' }, built('h1')).flat(Infinity));
  await settle();

  assert.deepEqual(asked, ['/api/deliveries/x', '/api/deliveries/x/message']);
  assert.match(place.textContent, /Dear Ann/);
  assert.doesNotMatch(place.textContent, /Expires/);
});

test('approves the content on the screen, even if the delivery was edited before it was loaded', () => {
  assert.equal(seen({ id: 'x', sha256: 'old' }, { sha256: 'new' }).sha256, 'new');
  assert.equal(seen({ id: 'x', sha256: 'old' }, null).sha256, 'old');
});

test('shows a delivery whose content is gone', async () => {
  answers = (path) => (path.endsWith('/message') ? null : [200, { ...delivery('x', { state: 'SENT' }), history: [] }]);
  const place = built('main');
  place.append(...deliveryView({ feed: newFeed(), name: 'x' }, built('h1')).flat(Infinity));
  await settle();

  assert.match(place.textContent, /The content is no longer kept/);
  assert.match(place.textContent, /Nothing can be done while it is SENT/);
});

test('updates the list by events without losing the subject, which they do not have', async () => {
  answers = (path) =>
    path === '/api/delivery' ? [200, SETTINGS] : [200, { items: [delivery('x')], next: null, states: { SENT: 3 } }];
  const feed = newFeed();
  const deliveries = new DeliveryWatch(feed);
  const place = built('main');
  place.append(deliveriesView({ feed, deliveries, query: new URLSearchParams('tab=all'), signal: undefined }));
  await settle();

  emit(feed, 'delivery', delivery('x', { state: 'SENT', subject: null }));
  emit(feed, 'delivery', delivery('y', { subject: null }));
  await new Promise((resolve) => setTimeout(resolve, 300));

  const rows = place.all('tr').map((row) => row.textContent);
  assert.match(rows[1], /^y/);
  assert.match(rows[2], /Subject of x.*SENT/);
});

test('does not ask for deliveries where there are none', async () => {
  answers = (path) => (path === '/api/delivery' ? [200, { configured: false }] : null);
  const watch = new DeliveryWatch(newFeed());

  await watch.refresh();

  assert.deepEqual(asked, ['/api/delivery']);
  assert.equal(watch.configured, false);
});

test('counts what waits for a person once for many events', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  answers = (path) =>
    path === '/api/delivery'
      ? [200, SETTINGS]
      : [200, { items: [], states: { AWAITING_APPROVAL: 2, STRANDED: 1, SENT: 9 } }];
  const feed = newFeed();
  const watch = new DeliveryWatch(feed);
  for (let i = 0; i < 1000; i += 1) {
    emit(feed, 'delivery', delivery('x'));
  }

  mock.timers.tick(3000);
  mock.timers.reset();
  await settle();

  assert.deepEqual(asked, ['/api/delivery', '/api/deliveries?limit=1', '/api/deliveries?limit=1&alone=true']);
  assert.equal(watch.waiting, 3);
});

test('names the missing role, if the roles are known', () => {
  assert.equal(roleMissing('approver'), null);
  session.signIn('t', 'ann');
  assert.equal(roleMissing('approver'), null);
  session.signIn('t', 'ann', ['viewer', 'operator']);
  assert.equal(
    roleMissing('approver'),
    'Only an approver can do this. You are signed in as ann, with the role viewer, operator.',
  );
  session.signIn('t', 'ann', ['approver']);
  assert.equal(roleMissing('approver'), null);
});

test('offers what the state allows, with a command line that a shell reads as it is', () => {
  assert.deepEqual(
    actionsOf({ state: 'STRANDED' }).map(({ verb }) => verb),
    ['It was sent', 'It was not sent', 'Give up'],
  );
  assert.deepEqual(actionsOf({ state: 'SENT' }), []);

  const [approve] = ACTIONS;
  assert.equal(
    commandOf(approve, { id: "it's; rm -rf $HOME" }, { reason: 'ok then' }),
    "hapax deliveries approve -c FILE 'it'\\''s; rm -rf $HOME' --reason 'ok then'",
  );
});
