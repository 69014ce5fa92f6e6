import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { FakeWebSocket, built, settle } from './fakes.mjs';

const INSTANCE = { address: '127.0.0.1:8090', self: true, state: 'RUNNING' };
const STATUS = {
  application: 'shop',
  instance: '127.0.0.1:8090',
  instances: [INSTANCE],
  tasks: [],
  threads: [],
  lag: { total: 0, partitions: [] },
  restore: { running: false, stores: [] },
  writes: true,
};
const STATS = {
  sources: [],
  missing: [],
  guard: { entries: 1, ages: [] },
  quarantinedByReason: {},
  decisionsByLabel: {},
  series: { end: '2026-05-04T12:00:00Z', read: [] },
};
const REPLAY = {
  id: 'r7',
  generation: 7,
  state: 'open',
  topic: 'in',
  actor: 'ann',
  by: 'ann',
  since: '2026-05-04T12:00:00Z',
  passed: 10,
  length: 100,
  given: 10,
  partitions: [],
};
const ANSWERS = {
  '/api/status': STATUS,
  '/api/stats': STATS,
  '/api/alerts': { items: [], next: null, resume: 'token' },
  '/api/replays': { items: [REPLAY] },
  '/api/replays/r7': REPLAY,
  '/api/quarantine': { items: [], next: null },
  '/api/quarantine/groups': { groups: [] },
  '/api/config': { sources: [] },
};

let asked;
const answering = (other) => async (url) => {
  asked.push(url);
  const body = { ...ANSWERS, ...other }[url.split('?')[0]];
  assert.ok(body, `nobody should ask for ${url}`);
  return { ok: true, status: 200, text: async () => JSON.stringify(body) };
};
globalThis.fetch = answering({});

const dashboard = '../../main/resources/dashboard';
const { Feed } = await import(`${dashboard}/feed.js`);
const views = {
  live: (await import(`${dashboard}/views/live.js`)).liveView,
  instances: (await import(`${dashboard}/views/instances.js`)).instancesView,
  quarantine: (await import(`${dashboard}/views/quarantine.js`)).quarantineView,
  replays: (await import(`${dashboard}/views/replays.js`)).replaysView,
  replay: (await import(`${dashboard}/views/replay.js`)).replayView,
};

let feed;
let leaving;
beforeEach(async () => {
  asked = [];
  leaving = new AbortController();
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  feed = new Feed();
  feed.open();
  await settle();
  FakeWebSocket.latest.say('hello', {});
  await settle();
});

afterEach(() => {
  leaving.abort();
  mock.timers.reset();
});

async function visited(name) {
  const place = built('main');
  const visit = { feed, name: 'r7', query: new URLSearchParams(), signal: leaving.signal };
  place.append(...[views[name](visit, built('h1'))].flat(Infinity));
  await settle();
  return place;
}

/** Ten minutes in which the instance says that it lives, and nothing else. */
async function wait() {
  for (let second = 0; second < 600; second += 1) {
    mock.timers.tick(1_000);
    FakeWebSocket.latest.say('stats', { at: new Date().toISOString(), perSecond: {} });
  }
  await settle();
}

for (const name of Object.keys(views)) {
  test(`asks once for ${name}, and then waits to be told`, async () => {
    await visited(name);
    const first = asked.length;

    await wait();

    assert.deepEqual(asked.slice(first), []);
    assert.equal(feed.connection.state, 'live');
  });
}

test('shows instances, figures and replays as they are told', async () => {
  const [instances, live, replays, replay] = await Promise.all(['instances', 'live', 'replays', 'replay'].map(visited));

  FakeWebSocket.latest.say('group', { ...STATUS, instances: [INSTANCE, { address: 'other:8090', state: 'CREATED' }] });
  FakeWebSocket.latest.say('breakdown', { ...STATS, quarantinedByReason: { LATE: 4711 } });
  FakeWebSocket.latest.say('replays', { items: [{ ...REPLAY, passed: 60 }] });

  assert.match(instances.textContent, /other:8090CREATED/);
  assert.match(live.textContent, /LATE4,711/);
  assert.match(replays.textContent, /60 %/);
  assert.match(replay.textContent, /60 % of 100 offsets/);
  assert.doesNotMatch(replay.textContent, /Only where|At most/);
});

test('does not take lag that nobody knows for none', async () => {
  const [instances, live] = await Promise.all(['instances', 'live'].map(visited));
  assert.match(instances.textContent, /Lag: 0Nothing waits in 0 partitions/);
  assert.match(live.textContent, /Lag0messages waiting/);

  FakeWebSocket.latest.say('group', { ...STATUS, lag: { total: null, partitions: [] } });
  FakeWebSocket.latest.say('stats', { at: new Date().toISOString(), perSecond: {}, lag: null });
  assert.match(instances.textContent, /Lag: –The brokers do not say/);
  assert.match(live.textContent, /Lag–the brokers do not say/);

  FakeWebSocket.latest.say('stats', { at: new Date().toISOString(), perSecond: {}, lag: 7 });
  assert.match(live.textContent, /Lag7messages waiting/);
});

test('keeps what it was told when an older answer comes late', async () => {
  const group = { ...STATUS, instances: [INSTANCE, { address: 'other:8090', state: 'RUNNING' }] };
  FakeWebSocket.latest.say('group', group);
  FakeWebSocket.latest.say('replays', { items: [{ ...REPLAY, state: 'done', passed: 100 }] });

  await feed.refreshStatus();
  const replays = await visited('replays');

  assert.deepEqual(feed.status, group);
  assert.match(replays.textContent, /done/);
});

test('begins anew where the instance does not know the last token', async (t) => {
  const shown = await visited('live');
  const cases = await visited('quarantine');
  const lost = [];
  feed.addEventListener('lost', ({ detail }) => lost.push(detail.why));
  FakeWebSocket.latest.say('alert', { id: 'a-1', identity: 'of-before', generation: 0 }, 'of another application');
  const history = { items: [{ id: 'a-2', identity: 'of-now', generation: 0 }], next: null, resume: 'of this one' };
  const inbox = { items: [{ case: 'in-0@7' }], next: null };
  t.mock.method(globalThis, 'fetch', answering({ '/api/alerts': history, '/api/quarantine': inbox }));

  FakeWebSocket.latest.onclose({ code: 4400, reason: '' });
  mock.timers.tick(1_000);
  await settle();
  assert.equal(FakeWebSocket.latest.from, 'of this one');
  FakeWebSocket.latest.say('hello', {}, 'of this one');
  await settle();

  assert.equal(lost.length, 1);
  assert.match(shown.textContent, /of-now/);
  assert.doesNotMatch(shown.textContent, /of-before/);
  assert.match(cases.textContent, /in-0@7/);

  FakeWebSocket.latest.onclose({ code: 1006, reason: '' });
  mock.timers.tick(1_000);
  await settle();
  FakeWebSocket.latest.say('hello', {}, 'of this one');
  assert.equal(FakeWebSocket.latest.from, 'of this one');
  assert.equal(lost.length, 1);
});
