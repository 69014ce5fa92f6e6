/**
 * Answers the page's requests for campaigns as an instance does. Runs after deliveries.js, and before any script of the page.
 * `window.campaigns` is what the test sees.
 */
(() => {
  const MARKUP = window.deliveries.markup;
  const before = (seconds) => new Date(Date.now() - seconds * 1000).toISOString();
  const sum = (states) => Object.values(states).reduce((all, count) => all + count, 0);
  const waits = ({ DUE = 0, CLAIMED = 0, APPROVED = 0, AWAITING_APPROVAL = 0 }) =>
    DUE + CLAIMED + APPROVED + AWAITING_APPROVAL;

  const approval = (by, count, more) => ({
    by,
    time: before(4000),
    expires: before(-600_000),
    reason: 'read all of it',
    after: 0,
    upTo: 1,
    count,
    keyId: '63e01fb743b53a02',
    ...more,
  });

  const campaign = (id, more = {}) => {
    const states = more.states ?? {};
    return {
      id,
      status: 'DRAFT',
      since: before(3600),
      startedAt: null,
      createdAt: before(7200),
      createdBy: 'ann',
      channel: 'mail',
      subject: `Spring offers for {{name}}, ${id}`,
      revision: 5,
      audience: 2,
      approvedUpTo: 1,
      approvedBy: (more.approvals ?? []).map(({ by }) => by),
      pendingBy: (more.pending ?? []).map(({ by }) => by),
      lastWhat: 'created',
      lastBy: 'ann',
      lastAt: before(3600),
      lastDetail: '',
      sha256: Array.from({ length: 64 }, (_, i) => ((i * 7 + id.length) % 16).toString(16)).join(''),
      definition: {
        channel: 'mail',
        from: 'Example News <news@example.com>',
        subject: `Spring offers for {{name}}, ${id}`,
        text: 'Dear {{name}},\n\nspring is here.\n\nTo hear no more of us: {{unsubscribe}}\n',
        html: '<p>Dear {{name}}, <b>spring</b> is here. <a href="{{unsubscribe}}">Unsubscribe</a></p>',
        headers: { 'List-Id': '<news.example.com>' },
        unsubscribe: true,
        notBefore: null,
        expires: before(-86_400),
        rate: '20/s',
        domainRate: '5/s',
        dailyCap: 50_000,
        warmUp: [500, 2000, 10_000],
        quietHours: { from: '22:00', to: '07:00', zone: 'Europe/Berlin' },
        pauseAbove: 0.1,
        createdAt: before(7200),
      },
      approversNeeded: 1,
      approvals: [],
      pending: [],
      history: [{ time: before(7200), what: 'created', by: 'ann', detail: '' }],
      unapproved: 0,
      duplicates: 0,
      rate: { perMinute: 0, stepSeconds: 10, end: null, sent: [], refused: [] },
      remainingSeconds: null,
      refusals: { total: 0, domains: [], codes: [] },
      ...more,
      recipients: sum(states),
      states,
      waiting: waits(states),
    };
  };

  const steps = Array.from({ length: 90 }, (_, i) => Math.round(180 + 20 * Math.sin(i / 6) - (i > 50 && i < 60 ? 150 : 0)));
  const rate = (perMinute) => ({
    perMinute,
    stepSeconds: 10,
    end: before(5),
    sent: steps,
    refused: steps.map((_, i) => (i % 15 === 7 ? 4 : 0)),
  });
  const refusals = {
    total: 412,
    domains: [
      { name: 'example.org', count: 230 },
      { name: 'mail.example.net', count: 97 },
      { name: 'a-very-long-name-of-a-domain-that-nobody-would-choose-for-mail.example.com', count: 45 },
      { name: null, count: 40 },
    ],
    codes: [
      { name: '550 5.1.1', count: 310 },
      { name: '554 5.7.1', count: 82 },
      { name: 'no reply', count: 20 },
    ],
  };
  const long = (text) => `${text}\u202e${MARKUP}${'x'.repeat(3000)}`;

  const items = [
    campaign('spring-2027', {
      status: 'RUNNING',
      startedAt: before(900),
      since: before(900),
      approvals: [approval('bob', 50_000), approval('cyd', 50_000)],
      approversNeeded: 2,
      states: { SENT: 16_020, REFUSED: 412, STRANDED: 3, SUPPRESSED: 181, CLAIMED: 20, DUE: 480, AWAITING_APPROVAL: 32_884 },
      rate: rate(1102.5),
      remainingSeconds: 1816,
      refusals,
      history: [
        { time: before(7200), what: 'created', by: 'ann', detail: '' },
        { time: before(4200), what: 'frozen', by: 'bob', detail: 'audience version 1' },
        { time: before(4100), what: 'approved, and needs another approver', by: 'bob', detail: '50000 recipients; read all of it' },
        { time: before(4000), what: 'approved', by: 'cyd', detail: '50000 recipients; read all of it' },
        { time: before(900), what: 'started', by: 'ann', detail: '' },
      ],
      lastWhat: 'started',
    }),
    campaign('failing', {
      status: 'PAUSED',
      startedAt: before(900),
      since: before(120),
      approvals: [approval('bob', 5000)],
      states: { SENT: 1200, REFUSED: 40, AWAITING_APPROVAL: 3760 },
      rate: rate(0),
      refusals: { total: 40, domains: [{ name: 'example.org', count: 40 }], codes: [{ name: '421 4.3.2', count: 40 }] },
      history: [
        { time: before(900), what: 'started', by: 'ann', detail: '' },
        { time: before(120), what: 'paused', by: 'ledger', detail: `10 attempts in a row failed: 421 4.3.2 ${MARKUP}` },
      ],
      lastWhat: 'paused',
      lastBy: 'ledger',
    }),
    campaign('to-approve', { approvedUpTo: 0, states: { AWAITING_APPROVAL: 12_004 }, unapproved: 12_000, duplicates: 4, approversNeeded: 2 }),
    campaign('ready', { status: 'APPROVED', approvals: [approval('bob', 300)], states: { AWAITING_APPROVAL: 300 } }),
    campaign('empty'),
    campaign('autumn-2026', {
      status: 'DONE',
      startedAt: before(90_000),
      approvals: [approval('bob', 2000)],
      states: { SENT: 1980, REFUSED: 20 },
      rate: rate(0),
      refusals: { total: 20, domains: [{ name: 'example.org', count: 20 }], codes: [{ name: '550 5.1.1', count: 20 }] },
    }),
    campaign(`hostile:${long('')}`, {
      status: 'PAUSED',
      subject: long('{{name}} '),
      createdBy: long('eve'),
      approvals: [approval(long('bob'), 10, { reason: long('because ') })],
      states: { SENT: 1, REFUSED: 5, DUE: 4 },
      rate: rate(0),
      refusals: {
        total: 5,
        domains: [{ name: long('evil'), count: 5 }],
        codes: [{ name: long('550 '), count: 5 }],
      },
      history: [{ time: before(120), what: 'paused', by: long('eve'), detail: long('too many: ') }],
      lastWhat: 'paused',
    }),
  ];
  Object.assign(items.at(-1).definition, {
    from: long('news'),
    subject: long('{{name}} '),
    text: long('text '),
    html: `<script>window.pwned = true</script>${MARKUP}`,
    headers: { [long('X-')]: long('value ') },
  });

  /** What the test reads and changes. */
  const state = { items, posted: [], refusal: null };
  window.campaigns = state;

  const DETAILS = ['sha256', 'definition', 'approversNeeded', 'approvals', 'pending', 'history', 'unapproved', 'duplicates', 'rate', 'remainingSeconds', 'refusals'];
  const summary = (found) => Object.fromEntries(Object.entries(found).filter(([name]) => !DETAILS.includes(name)));
  const json = (status, body) =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const problem = (status, title, detail) => json(status, { type: 'about:blank', title, status, detail });

  function list(query) {
    const wanted = query.get('status')?.split(',') ?? [];
    const q = (query.get('q') ?? '').toLowerCase();
    const matching = state.items.filter(({ id, subject }) => `${id} ${subject}`.toLowerCase().includes(q));
    const statuses = {};
    matching.forEach(({ status }) => (statuses[status] = (statuses[status] ?? 0) + 1));
    const found = matching.filter(({ status }) => wanted.length === 0 || wanted.includes(status));
    return { items: found.slice(0, Number(query.get('limit') ?? 50)).map(summary), next: null, total: found.length, statuses };
  }

  const AFTER = { start: 'RUNNING', pause: 'PAUSED', resume: 'RUNNING', cancel: 'CANCELLED', reject: 'CANCELLED' };
  const DONE = { start: 'started', pause: 'paused', resume: 'resumed', cancel: 'cancelled', reject: 'rejected' };

  function change(found, action, body) {
    state.posted.push({ id: found.id, action, ...body });
    if (state.refusal) {
      return problem(409, 'Conflict', state.refusal);
    }
    const { actor } = window.deliveries.user;
    if (action === 'approve') {
      if (body.recipients !== found.unapproved || body.sha256 !== found.sha256) {
        return problem(409, 'Conflict', `campaign ${found.id} has ${found.unapproved} recipients to approve`);
      }
      if (found.pendingBy.length + 1 < found.approversNeeded) {
        found.pendingBy.push(actor);
        found.pending.push(approval(actor, found.unapproved));
      } else {
        found.approvals.push(...found.pending.splice(0), approval(actor, found.unapproved));
        found.approvedBy = found.approvals.map(({ by }) => by);
        found.pendingBy = [];
        found.unapproved = 0;
        found.status = 'APPROVED';
      }
    } else {
      found.status = AFTER[action];
      found.since = before(0);
      found.history = [...found.history, { time: before(0), what: DONE[action], by: actor, detail: body.reason ?? '' }];
    }
    return json(200, { ...summary(found), decided: true, command: `hapax campaign ${action} -c FILE ${found.id.slice(0, 50)} --as ${actor}` });
  }

  function answer(method, url, body) {
    if (url.pathname === '/api/campaigns') {
      return json(200, list(url.searchParams));
    }
    const [id, what] = url.pathname.split('/').slice(3).map(decodeURIComponent);
    const found = state.items.find((each) => each.id === id);
    if (!found) {
      return problem(404, 'Not Found', `There is no campaign ${id}. GET /api/campaigns lists all of them.`);
    }
    if (method === 'POST') {
      return change(found, what, body);
    }
    if (what === 'preview') {
      const recipient = url.searchParams.get('recipient') ?? 's1';
      if (found.recipients === 0 || recipient === 'nobody') {
        return problem(404, 'Not Found', `Campaign ${id.slice(0, 100)} has no recipient ${recipient}.`);
      }
      const hostile = id.startsWith('hostile');
      const target = `${recipient.slice(0, 20)}@example.org`;
      const mail = hostile
        ? window.deliveries.messages['hostile-html']
        : window.deliveries.mail({ to: target, subject: `Spring offers for ${recipient}`, html: `<p>Dear <b>${recipient}</b>, spring is here.</p>` });
      return json(200, { ...mail, recipient: hostile ? long('s1') : recipient, delivery: `campaign:${id}:${recipient}`, target, sha256: found.sha256 });
    }
    return json(200, found);
  }

  const real = window.fetch;
  window.fetch = async (url, options = {}) => {
    const at = new URL(url, location.href);
    return at.pathname.startsWith('/api/campaigns')
      ? answer(options.method ?? 'GET', at, options.body && JSON.parse(options.body))
      : real(url, options);
  };

  /** Sends an event as if it came from the instance. */
  state.changed = (id, changes) => {
    let found = state.items.find((each) => each.id === id);
    if (!found) {
      state.items.unshift((found = campaign(id)));
    }
    Object.assign(found, changes);
    found.recipients = sum(found.states);
    found.waiting = waits(found.states);
    window.deliveries.tell('campaign', summary(found));
  };
})();
