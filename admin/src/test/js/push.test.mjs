import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { FakeWebSocket, built, settle, stored } from './fakes.mjs';

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
  '/api/catalog': {
    reasons: [{ reason: 'NEW', disposition: 'ODD', description: 'It is new.' }],
    states: [{ state: 'asleep', resolved: false }],
  },
};

let asked;
const answering = (other) => async (url) => {
  asked.push(url);
  const body = { ...ANSWERS, ...other }[url.split('?')[0]];
  assert.ok(body, `unexpected request: ${url}`);
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

/** Ten minutes with no events but stats. */
async function wait() {
  for (let second = 0; second < 600; second += 1) {
    mock.timers.tick(1_000);
    FakeWebSocket.latest.say('stats', { at: new Date().toISOString(), perSecond: {} });
  }
  await settle();
}

for (const name of Object.keys(views)) {
  test(`loads ${name} once, and then waits for events`, async () => {
    await visited(name);
    const first = asked.length;

    await wait();

    assert.deepEqual(asked.slice(first), []);
    assert.equal(feed.connection.state, 'live');
  });
}

test('shows instances, numbers and replays as events arrive', async () => {
  const [instances, live, replays, replay] = await Promise.all(['instances', 'live', 'replays', 'replay'].map(visited));

  FakeWebSocket.latest.say('group', { ...STATUS, instances: [INSTANCE, { address: 'other:8090', state: 'CREATED' }] });
  FakeWebSocket.latest.say('breakdown', { ...STATS, decisionsByLabel: { invoice: 4711 } });
  FakeWebSocket.latest.say('replays', { items: [{ ...REPLAY, passed: 60 }] });

  assert.match(instances.textContent, /other:8090CREATED/);
  assert.match(live.textContent, /since startinvoice4,711/);
  assert.match(replays.textContent, /60 %/);
  assert.match(replay.textContent, /60 % of 100 offsets/);
  assert.doesNotMatch(replay.textContent, /Filter|Rate limit/);
});

test('shows the open cases of the topic, and what is counted since start', async (t) => {
  const groups = [{ reason: 'LATE', count: 12 }, { reason: 'CONFLICT', count: 3 }];
  t.mock.method(globalThis, 'fetch', answering({ '/api/quarantine/groups': { groups } }));
  const live = await visited('live');

  // As after a restart: nothing was quarantined since.
  const totals = { quarantined: 0, alerts: 0 };
  FakeWebSocket.latest.say('stats', { at: new Date().toISOString(), perSecond: {}, totals, rates1m: { quarantined: 0 } });

  assert.match(live.textContent, /Open cases150\/s, 0 since startAlerts–\/s0 since start/);
  assert.match(live.textContent, /Open cases by reasonLATE12CONFLICT3/);
});

test('counts open cases again after new ones, but not after each', async (t) => {
  const live = await visited('live');
  assert.match(live.textContent, /Open cases0/);
  const first = asked.length;
  const groups = [{ reason: 'LATE', count: 2 }];
  t.mock.method(globalThis, 'fetch', answering({ '/api/quarantine/groups': { groups } }));

  FakeWebSocket.latest.say('quarantine', { case: 'in-0@1' });
  FakeWebSocket.latest.say('quarantine', { case: 'in-0@2' });
  mock.timers.tick(5_000);
  await settle();

  assert.deepEqual(asked.slice(first), ['/api/quarantine/groups']);
  assert.match(live.textContent, /Open cases2/);
});

test('shows a dash if cases cannot be counted', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => ({ ok: false, status: 503, statusText: 'Busy', text: async () => '' }));
  const live = await visited('live');
  FakeWebSocket.latest.say('breakdown', STATS);

  assert.match(live.textContent, /Open cases–/);
  assert.match(live.textContent, /Open cases by reasonNot counted yet/);
});

test('shows a dash if the lag is unknown', async () => {
  const [instances, live] = await Promise.all(['instances', 'live'].map(visited));
  assert.match(instances.textContent, /Lag: 0No messages waiting in 0 partitions/);
  assert.match(live.textContent, /Lag0messages waiting/);

  FakeWebSocket.latest.say('group', { ...STATUS, lag: { total: null, partitions: [] } });
  FakeWebSocket.latest.say('stats', { at: new Date().toISOString(), perSecond: {}, lag: null });
  assert.match(instances.textContent, /Lag: –Unknown: no answer from the brokers/);
  assert.match(live.textContent, /Lag–unknown: no answer from the brokers/);

  FakeWebSocket.latest.say('stats', { at: new Date().toISOString(), perSecond: {}, lag: 7 });
  assert.match(live.textContent, /Lag7messages waiting/);
});

test('counts duplicates without redeliveries', async () => {
  const live = await visited('live');
  const totals = { read: 100, admitted: 80, duplicates: 10, redeliveries: 0 };
  const say = (more) =>
    FakeWebSocket.latest.say('stats', { at: new Date().toISOString(), perSecond: {}, duplicateRate1m: 0.1, totals: { ...totals, ...more } });

  say({});
  assert.match(live.textContent, /Duplicates10 %10 since startOpen cases/);
  say({ redeliveries: 7 });
  assert.match(live.textContent, /Duplicates10 %10 since start, 7 redeliveriesOpen cases/);
});

test('names the last age band by its lower bound', async () => {
  const live = await visited('live');
  const ages = ['PT168H', 'PT720H', 'PT8760H'].map((upTo, i) => ({ upTo, entries: i + 1 }));

  FakeWebSocket.latest.say('breakdown', { ...STATS, guard: { entries: 6, ages } });
  assert.match(live.textContent, /up to 7 d1up to 30 d2more than 30 d3/);

  FakeWebSocket.latest.say('breakdown', { ...STATS, guard: { entries: 3, ages: ages.slice(0, 2) } });
  assert.match(live.textContent, /up to 7 d1up to 30 d2$/);
});

test('does not announce numbers that change every second', async () => {
  const live = await visited('live');
  assert.deepEqual(live.all('output'), []);
});

test('marks the counts by reason as outdated, and counts again only on request', async (t) => {
  const groups = (count) => ({ '/api/quarantine/groups': { groups: [{ reason: 'LATE', count }] } });
  t.mock.method(globalThis, 'fetch', answering(groups(1)));
  const cases = await visited('quarantine');
  assert.match(cases.textContent, /By reasonas of [\d:]{8}Refresh1LATE/);
  const first = asked.length;

  FakeWebSocket.latest.say('quarantine', { case: 'in-0@7', reason: 'LATE', state: 'open' });
  FakeWebSocket.latest.say('case', { case: 'in-0@3', state: 'dropped' });
  await wait();
  assert.match(cases.textContent, /as of [\d:]{8}, 2 changes sinceRefresh1LATE/);
  assert.deepEqual(asked.slice(first), []);

  t.mock.method(globalThis, 'fetch', answering(groups(2)));
  cases.all('button').find((each) => each.textContent === 'Refresh').dispatchEvent(new Event('click'));
  await settle();
  assert.match(cases.textContent, /as of [\d:]{8}Refresh2LATE/);
  assert.equal(asked.length, first + 1);
});

test('shows no empty list of alerts before it is loaded', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => ({ ok: false, status: 503, text: async () => '{}' }));
  feed = new Feed();
  const live = await visited('live');
  feed.open();
  await settle();

  assert.equal(feed.connection.state, 'down');
  assert.doesNotMatch(live.textContent, /No alerts yet/);
  assert.match(live.textContent, /Not loaded yet/);
});

test('includes the actor in the command lines of replays', async () => {
  stored.set('hapax.actor', 'Ann Lee');
  const [replay, replays] = await Promise.all(['replay', 'replays'].map(visited));
  stored.delete('hapax.actor');

  assert.match(replay.textContent, /hapax replay resume -c FILE r7 --as 'Ann Lee'Copy/);
  assert.match(replay.textContent, /hapax replay cancel -c FILE r7 --as 'Ann Lee'Copy/);
  assert.match(replays.textContent, /hapax replay -c FILE --topic TOPIC --to-earliest --as 'Ann Lee' --executeCopy/);
});

test('keeps the values of events when an older response arrives late', async () => {
  const group = { ...STATUS, instances: [INSTANCE, { address: 'other:8090', state: 'RUNNING' }] };
  FakeWebSocket.latest.say('group', group);
  FakeWebSocket.latest.say('replays', { items: [{ ...REPLAY, state: 'done', passed: 100 }] });

  await feed.refreshStatus();
  const replays = await visited('replays');

  assert.deepEqual(feed.status, group);
  assert.match(replays.textContent, /done/);
});

test('starts again when the instance does not know the last token', async (t) => {
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

test('starts fresh, without an error, when the token is of another version', async (t) => {
  const live = await visited('live');
  const history = { items: [{ id: 'a-9', identity: 'missed', generation: 0 }], next: null, resume: 'new' };
  t.mock.method(globalThis, 'fetch', answering({ '/api/alerts': history }));
  const why = 'The token is from another version of Hapax.';
  FakeWebSocket.latest.onclose({ code: 1006, reason: '' });
  mock.timers.tick(1_000);
  await settle();

  FakeWebSocket.latest.say('hello', {}, 'new');
  FakeWebSocket.latest.say('lost', { why }, 'new');
  await settle();

  assert.equal(feed.connection.state, 'live');
  assert.match(live.textContent, /missed/);
});

test('offers the reasons and states of the instance as filters', async () => {
  const cases = await visited('quarantine');

  const options = cases.all('option').map((option) => option.getAttribute('value'));
  assert.deepEqual(options, ['', 'NEW', '', 'ODD', '', 'asleep', 'all']);
});
