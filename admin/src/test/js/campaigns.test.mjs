import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { built, settle, stored } from './fakes.mjs';

const dashboard = '../../main/resources/dashboard';
const { CAMPAIGN_ACTIONS, actionsSignature, campaignActionsOf, campaignCommand, campaignResult } = await import(
  `${dashboard}/campaign-actions.js`
);
const { finished, stateBar, stateCounts } = await import(`${dashboard}/campaign-parts.js`);
const { CampaignWatch } = await import(`${dashboard}/campaign-watch.js`);
const { campaignView } = await import(`${dashboard}/views/campaign.js`);
const { campaignsView } = await import(`${dashboard}/views/campaigns.js`);
const { session } = await import(`${dashboard}/session.js`);

const SETTINGS = { configured: true, enabled: true, channels: ['mail'] };

const campaign = (id, more) => ({
  id,
  status: 'RUNNING',
  since: '2027-01-11T09:00:00Z',
  startedAt: '2027-01-11T09:00:00Z',
  createdAt: '2027-01-10T09:00:00Z',
  createdBy: 'ann',
  channel: 'mail',
  subject: `News for {{name}} by ${id}`,
  revision: 5,
  audience: 2,
  approvedUpTo: 1,
  recipients: 1000,
  states: { SENT: 700, REFUSED: 20, STRANDED: 2, SUPPRESSED: 8, DUE: 20, AWAITING_APPROVAL: 250 },
  waiting: 270,
  approvedBy: ['bob'],
  pendingBy: [],
  lastWhat: 'started',
  lastBy: 'ann',
  lastAt: '2027-01-11T09:00:00Z',
  lastDetail: '',
  ...more,
});

const approval = (by, more) => ({
  by,
  time: '2027-01-11T08:00:00Z',
  expires: '2027-01-12T08:00:00Z',
  reason: 'read it',
  after: 0,
  upTo: 1,
  count: 1000,
  keyId: 'k1',
  ...more,
});

const whole = (id, more) => ({
  ...campaign(id),
  sha256: 'ab'.repeat(32),
  definition: {
    channel: 'mail',
    from: null,
    subject: `News for {{name}} by ${id}`,
    text: 'Hello {{name}}',
    html: null,
    headers: {},
    unsubscribe: true,
    notBefore: null,
    expires: null,
    rate: '10/s',
    domainRate: null,
    dailyCap: null,
    warmUp: [],
    quietHours: null,
    pauseAbove: 0.1,
    createdAt: '2027-01-10T09:00:00Z',
  },
  approversNeeded: 1,
  approvals: [approval('bob')],
  pending: [],
  history: [{ time: '2027-01-11T09:00:00Z', what: 'started', by: 'ann', detail: '' }],
  unapproved: 0,
  duplicates: 0,
  rate: { perMinute: 600, stepSeconds: 10, end: '2027-01-11T09:01:10Z', sent: [100, 100], refused: [3, 0] },
  remainingSeconds: 27,
  refusals: {
    total: 20,
    domains: [
      { name: 'example.org', count: 15 },
      { name: null, count: 5 },
    ],
    codes: [{ name: '550 5.1.1', count: 20 }],
  },
  ...more,
});

let asked;
let answers;
globalThis.fetch = async (url) => {
  asked.push(url);
  const [status, body] = answers(new URL(url, location.href).pathname) ?? [404, { title: 'Not found', detail: url }];
  return { ok: status === 200, status, text: async () => JSON.stringify(body) };
};

beforeEach(() => {
  asked = [];
  stored.clear();
  answers = () => null;
});

const newFeed = () => Object.assign(new EventTarget(), { knownStatus: async () => ({ writes: true }) });
const emit = (feed, type, detail) => feed.dispatchEvent(new CustomEvent(type, { detail }));
const newWatch = () => Object.assign(new EventTarget(), { settings: SETTINGS, configured: true, known: async () => SETTINGS });

async function visited(view, name, feed = newFeed(), query = '') {
  const place = built('main');
  const visit = { feed, deliveries: newWatch(), name, query: new URLSearchParams(query), signal: undefined };
  place.append(...[view(visit, built('h1'))].flat(Infinity));
  await settle();
  return place;
}

const one = (found, preview) => (path) =>
  path.endsWith('/preview') ? preview : path.startsWith('/api/campaigns/') ? [200, found()] : null;

test('adds the states up to the recipients', () => {
  const found = campaign('a');

  assert.equal(finished(found), 730);
  const counts = stateCounts(found).all('a').map((each) => each.textContent);
  assert.deepEqual(counts, ['700SENT', '20REFUSED', '2STRANDED', '8SUPPRESSED', '20DUE', '250QUEUED', '1,000together']);
  assert.match(stateCounts(campaign('a', { status: 'DRAFT' })).textContent, /250AWAITING_APPROVAL/);
  assert.match(stateBar(found).getAttribute('aria-label'), /^SENT 70 %, REFUSED 2 %/);
});

test('counts a state that only a newer version has', () => {
  const found = campaign('a', { recipients: 5, states: { SENT: 3, ODD: 2 } });

  assert.match(stateCounts(found).textContent, /2ODD5together/);
});

test('offers what the status allows', () => {
  const offered = (more) => campaignActionsOf(whole('a', more)).map(({ name }) => name);

  assert.deepEqual(offered({ status: 'DRAFT', recipients: 0 }), ['reject', 'cancel']);
  assert.deepEqual(offered({ status: 'DRAFT', unapproved: 1000 }), ['approve', 'reject', 'cancel']);
  assert.deepEqual(offered({ status: 'APPROVED' }), ['reject', 'start', 'cancel']);
  assert.deepEqual(offered({ status: 'RUNNING' }), ['pause', 'cancel']);
  assert.deepEqual(offered({ status: 'RUNNING', unapproved: 5 }), ['approve', 'pause', 'cancel']);
  assert.deepEqual(offered({ status: 'PAUSED', unapproved: 5, pending: [approval('bob')] }), ['approve', 'resume', 'cancel']);
  assert.deepEqual(offered({ status: 'DONE' }), []);
  assert.deepEqual(offered({ status: 'CANCELLED', unapproved: 5 }), []);
});

test('shows a command line that a shell reads as it is', () => {
  const [approve, , , pause] = CAMPAIGN_ACTIONS;

  assert.equal(
    campaignCommand(pause, { id: "it's; rm -rf $HOME" }, { reason: 'too many' }),
    "hapax campaign pause -c FILE 'it'\\''s; rm -rf $HOME' --reason 'too many'",
  );
  assert.equal(campaignCommand(approve, { id: 'news' }), 'hapax campaign approve -c FILE news --yes');
  assert.equal(campaignCommand(pause, { id: 'news' }), "hapax campaign pause -c FILE news --reason '…'");
});

test('approves the number of recipients that was on the screen', () => {
  const [approve] = CAMPAIGN_ACTIONS;

  assert.deepEqual(approve.body({ reason: '' }, whole('a', { unapproved: 900 })), { recipients: 900, sha256: 'ab'.repeat(32) });
  assert.match(approve.asked(whole('a', { unapproved: 900, duplicates: 2, approversNeeded: 2 })), /900 recipients\. 2 others have.*another person/);
});

test('says that another approver is needed', () => {
  const [approve] = CAMPAIGN_ACTIONS;
  const words = (answer) => campaignResult(approve, { id: 'news', ...answer }).flat(Infinity).map((each) => each?.textContent ?? each).join('');

  assert.match(words({ status: 'DRAFT', pendingBy: ['bob'] }), /approved by bob, and needs another approver/);
  assert.match(words({ status: 'APPROVED', approvedBy: ['bob', 'cyd'], recipients: 3 }), /is now APPROVED, with 3 recipients/);
  assert.match(words({ decided: false }), /has not decided yet/);
});

test('adds --yes where the command line only counts without it', () => {
  const confirmed = CAMPAIGN_ACTIONS.filter((action) => campaignCommand(action, { id: 'news' }).includes(' --yes'));

  assert.deepEqual(confirmed.map(({ name }) => name), ['approve', 'reject', 'start', 'cancel']);
});

test('lets nobody approve twice', () => {
  const waiting = whole('a', { status: 'DRAFT', unapproved: 1000, pendingBy: ['bob'] });
  const approve = (actor) => {
    session.signIn('t', actor, ['approver']);
    return JSON.parse(actionsSignature(waiting, { writes: true }))[0];
  };

  assert.deepEqual(approve('bob'), ['approve', 'You have approved it, bob. Another approver has to do it too.']);
  assert.deepEqual(approve('cyd'), ['approve', null]);
});

test('draws no chart before anything is sent or refused', async () => {
  const none = { perMinute: 0, stepSeconds: 10, end: '2027-01-11T09:01:10Z', sent: [], refused: [] };
  answers = one(() => whole('news', { status: 'DRAFT', rate: none }), null);
  assert.equal((await visited(campaignView, 'news')).all('section').find((each) => /Mails per minute/.test(each.textContent)).hidden, true);

  answers = one(() => whole('news'), null);
  assert.equal((await visited(campaignView, 'news')).all('section').find((each) => /Mails per minute/.test(each.textContent)).hidden, false);
});

test('draws no step that has only begun while the campaign runs', async () => {
  const values = async (status) => {
    const end = new Date(Date.now() + 5000).toISOString();
    const rate = { perMinute: 600, stepSeconds: 10, end, sent: [100, 100, 2], refused: [0, 3, 0] };
    answers = one(() => whole('news', { status, rate }), null);
    const place = await visited(campaignView, 'news');
    const chart = place.all('section').find((each) => /Mails per minute/.test(each.textContent));
    return chart.textContent;
  };

  assert.match(await values('RUNNING'), /sent600refused18/);
  assert.match(await values('PAUSED'), /sent12refused0/);
});

test('keeps the buttons unless another is offered or the user may press others', () => {
  const before = actionsSignature(whole('a'), { writes: true });

  assert.equal(actionsSignature(whole('a', { recipients: 2000, states: { SENT: 2000 } }), { writes: true }), before);
  assert.notEqual(actionsSignature(whole('a', { status: 'PAUSED' }), { writes: true }), before);
  session.signIn('t', 'eve', ['viewer']);
  assert.notEqual(actionsSignature(whole('a'), { writes: true }), before);
});

test('shows progress, rate, refusals, approvals and history, and the mail of the first recipient', async () => {
  const mail = { kind: 'mail', from: 'n@example.com', to: 'kim@example.org', subject: 'News', text: 'Hello Kim', headers: [] };
  answers = one(() => whole('news'), [200, { ...mail, recipient: 'kim', delivery: 'campaign:news:kim', target: 'kim@example.org' }]);
  const place = await visited(campaignView, 'news');

  assert.deepEqual(asked, ['/api/campaigns/news', '/api/campaigns/news/preview']);
  assert.match(place.textContent, /73 % 730 of 1,000 recipients need no further attempt, 600 a minute, about 27 s left\./);
  assert.match(place.textContent, /example\.org15all others5/);
  assert.match(place.textContent, /550 5\.1\.120/);
  assert.match(place.textContent, /approved by bob: 1,000 recipients, key k1read it/);
  assert.match(place.textContent, /Recipient kim.*Hello Kim/);
  assert.match(place.textContent, /hapax campaign pause -c FILE news --reason '…'/);
});

test('updates what an event says at once, and keeps what the user reads', async () => {
  answers = one(() => whole('news'), [404, { title: 'Not found', detail: 'no such recipient' }]);
  const feed = newFeed();
  const place = await visited(campaignView, 'news', feed);
  const frame = place.all('form')[0];
  const buttons = place.all('button').filter((each) => each.textContent === 'Pause');

  emit(feed, 'campaign', campaign('news', { states: { SENT: 999, REFUSED: 1 } }));
  emit(feed, 'campaign', campaign('other', { states: { SENT: 5 } }));

  assert.match(place.textContent, /100 % 1,000 of 1,000/);
  assert.equal(place.all('form')[0], frame);
  assert.equal(place.all('button').filter((each) => each.textContent === 'Pause')[0], buttons[0]);

  emit(feed, 'campaign', campaign('news', { status: 'DONE', states: { SENT: 999, REFUSED: 1 } }));
  assert.match(place.textContent, /Nothing can be done: it is DONE/);
});

test('reads the rest at intervals, however many events arrive', async () => {
  answers = one(() => whole('news'), null);
  const feed = newFeed();
  await visited(campaignView, 'news', feed);
  asked = [];
  mock.timers.enable({ apis: ['setTimeout'] });
  for (let i = 0; i < 1000; i += 1) {
    emit(feed, 'campaign', campaign('news'));
  }
  assert.deepEqual(asked, []);

  mock.timers.tick(2000);
  mock.timers.reset();
  await settle();

  assert.deepEqual(asked, ['/api/campaigns/news']);
});

test('says why a campaign is paused', async () => {
  const paused = { time: '2027-01-11T09:05:00Z', what: 'paused', by: 'ledger', detail: '10 attempts in a row failed' };
  answers = one(() => whole('news', { status: 'PAUSED', history: [paused] }), null);
  const place = await visited(campaignView, 'news');

  assert.match(place.textContent, /Paused by ledger.*10 attempts in a row failed/);
  assert.match(place.textContent, /Resume/);
});

test('announces why a campaign is paused once, however often its counts change', async () => {
  const paused = { time: '2027-01-11T09:05:00Z', what: 'paused', by: 'ledger', detail: 'too many' };
  answers = one(() => whole('news', { status: 'PAUSED', history: [paused] }), null);
  const feed = newFeed();
  const place = await visited(campaignView, 'news', feed);
  const announced = () => place.all('div').filter((each) => /^Paused by ledger/.test(each.textContent)).at(-1);
  const first = announced();

  emit(feed, 'campaign', campaign('news', { status: 'PAUSED', states: { SENT: 1 }, recipients: 1 }));
  assert.match(place.textContent, /100 % 1 of 1 recipient/);
  assert.equal(announced(), first);

  emit(feed, 'campaign', campaign('news', { status: 'RUNNING' }));
  assert.equal(announced(), undefined);
});

test('shows hostile names as text', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u202egpj.exe\r\nBcc: all@example.org';
  answers = one(
    () =>
      whole(hostile, {
        subject: hostile.repeat(100),
        createdBy: hostile,
        approvals: [approval(hostile, { reason: hostile })],
        history: [{ time: '2027-01-11T09:00:00Z', what: 'started', by: hostile, detail: hostile.repeat(1000) }],
        refusals: { total: 1, domains: [{ name: hostile, count: 1 }], codes: [{ name: hostile, count: 1 }] },
      }),
    null,
  );
  const place = await visited(campaignView, hostile);

  assert.equal(place.all('img').length, 0);
  assert.doesNotMatch(place.textContent, /[\u202e]/);
  assert.match(place.textContent, /⟨U\+202E⟩gpj\.exe/);
  assert.ok(place.textContent.length < 40_000);
  assert.equal(asked[0], `/api/campaigns/${encodeURIComponent(hostile)}`);
});

test('updates the list by events, and adds only what is new', async () => {
  answers = (path) =>
    path === '/api/campaigns' ? [200, { items: [campaign('a')], next: null, total: 1, statuses: { RUNNING: 1 } }] : null;
  const feed = newFeed();
  const place = await visited(campaignsView, '', feed);
  assert.match(place.all('tr')[1].textContent, /^aNews for \{\{name\}\} by aRUNNING 730 of 1,000/);

  emit(feed, 'campaign', campaign('a', { status: 'DONE', states: { SENT: 1000 } }));
  emit(feed, 'campaign', campaign('old', { status: 'DONE' }));
  emit(feed, 'campaign', campaign('new', { status: 'DRAFT', lastWhat: 'created', recipients: 0, states: {} }));
  await new Promise((resolve) => setTimeout(resolve, 300));

  const rows = place.all('tr').slice(1).map((row) => row.textContent);
  assert.equal(rows.length, 2);
  assert.match(rows[0], /^new.*DRAFTno recipients/);
  assert.match(rows[1], /^a.*DONE 1,000 of 1,000/);
});

test('counts the campaigns that wait for a person', async () => {
  answers = () => [200, { items: [], statuses: { DRAFT: 2, PAUSED: 1, DONE: 9 } }];
  const watch = new CampaignWatch(newFeed(), newWatch());

  await watch.refresh();

  assert.equal(watch.waiting, 3);
});
