/**
 * Answers the page's requests for deliveries as an instance does. Runs before any script of the page. All other requests
 * go to the instance. `window.deliveries` is what the test sees.
 */
(() => {
  const REMOTE = '@REMOTE@';
  const MARKUP = '<script>window.pwned = true</script><img src=x onerror="window.pwned = true">';
  const before = (seconds) => new Date(Date.now() - seconds * 1000).toISOString();
  const hex = (seed) =>
    Array.from({ length: 64 }, (_, i) => ((i * 7 + seed * 13 + i * seed) % 16).toString(16)).join('');

  const delivery = (id, more) => ({
    id,
    state: 'AWAITING_APPROVAL',
    channel: 'mail',
    target: 'ann@example.org',
    sha256: hex(id.length),
    size: 2048,
    stagedBy: 'rule:overdue',
    cause: 'inv-9',
    score: 0.5,
    attempt: 0,
    since: before(600),
    notBefore: before(600),
    expires: before(-86_400),
    approvedBy: null,
    lastWhat: 'staged',
    lastDetail: 'inv-9',
    subject: `Subject of ${id.slice(0, 100)}`,
    ...more,
  });

  const mail = (more) => ({
    kind: 'mail',
    from: 'billing@example.com',
    to: 'ann@example.org',
    subject: 'Your invoice 2027-113 is overdue',
    date: 'Mon, 11 Jan 2027 09:00:00 +0000',
    headers: [
      { name: 'From', value: 'billing@example.com' },
      { name: 'To', value: 'ann@example.org' },
      { name: 'Message-ID', value: '<invoice.2027-113@example.com>' },
    ],
    text: 'Dear Ann,\n\nyour invoice 2027-113 over 1,250.00 EUR was due on 31 December.\n',
    html: null,
    raw: 'From: billing@example.com\r\nTo: ann@example.org\r\n\r\nDear Ann, …',
    truncated: false,
    ...more,
  });

  const invoice =
    '<!doctype html><html><head><style>h1{color:#0b6b73}td{padding:4px 12px;border-bottom:1px solid #ccc}</style></head>' +
    '<body><h1>Invoice 2027-113</h1><p>Dear Ann,</p><p>your invoice is <b style="color:#a31b14">14 days overdue</b>.</p>' +
    '<table><tr><td>Consulting, December</td><td>1,050.00 EUR</td></tr><tr><td>VAT</td><td>200.00 EUR</td></tr>' +
    '<tr><td><b>Total</b></td><td><b>1,250.00 EUR</b></td></tr></table>' +
    '<p><a href="https://pay.example.com/2027-113">Pay now</a></p><p>Kind regards<br>Example Ltd</p></body></html>';

  /** Everything that a mail can try, at once. */
  const hostile = `<html onclick="window.pwned=true" manifest="${REMOTE}/manifest"><head><base href="${REMOTE}/">
    <meta http-equiv="refresh" content="0; url=${REMOTE}/refresh"><link rel="preconnect" href="${REMOTE}">
    <link rel="dns-prefetch" href="${REMOTE}"><link rel="stylesheet" href="${REMOTE}/style.css">
    <link rel="prefetch" href="${REMOTE}/prefetch"><style>@import url(${REMOTE}/import.css);
    @font-face{font-family:x;src:url(${REMOTE}/font)}body{background:url(${REMOTE}/body.png);font-family:x}
    .cover{position:fixed;inset:-9999px;width:99999999px;height:99999999px;z-index:2147483647;background:#fff0}</style></head>
    <body onload="parent.pwned=true" background="${REMOTE}/background.png">
    <h1 id="hostile">Hello from a stranger</h1>${MARKUP}<div class="cover"></div>
    <script src="${REMOTE}/script.js"></script><script>top.location='${REMOTE}/top'</script>
    <img src="${REMOTE}/pixel.png" srcset="${REMOTE}/pixel2.png 2x"><img src="//${REMOTE.replace('http://', '')}/relative.png">
    <picture><source srcset="${REMOTE}/picture.png"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></picture>
    <video autoplay poster="${REMOTE}/poster.png" src="${REMOTE}/video.mp4"></video><audio autoplay src="${REMOTE}/audio"></audio>
    <iframe src="${REMOTE}/frame"></iframe><object data="${REMOTE}/object"></object><embed src="${REMOTE}/embed">
    <form id="f" action="${REMOTE}/form" target="_top"><input name="password" autofocus><button>Sign in</button></form>
    <a href="${REMOTE}/link" target="_top" ping="${REMOTE}/ping">click</a> <a href="javascript:parent.pwned=true">script</a>
    <svg><image href="${REMOTE}/svg.png"/><style><img title="</style><img src=${REMOTE}/mutated.png>"></style></svg>
    <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${REMOTE}/mxss.png&gt;">
    <div style="background:url('${REMOTE}/style.png')">styled</div><noscript><img src="${REMOTE}/noscript.png"></noscript>
    <p style="${'filter:blur(9999px);'.repeat(2000)}">slow</p></body></html>`;

  const rtl = 'invoice \u202etxt.exe\u202c for you\nBcc: everyone@example.org';
  const items = [
    delivery('invoice:2027-113', { score: 0.12, subject: 'Your invoice 2027-113 is overdue', sha256: hex(3) }),
    delivery('hostile-html', { score: 0.2, subject: `Hello ${MARKUP}`, sha256: hex(5) }),
    delivery(`rtl:\u202e${MARKUP}:${'x'.repeat(10_000)}`, {
      score: 0.31,
      subject: `${rtl} ${'very long '.repeat(1000)}`,
      target: `"<b>\u202e${'a'.repeat(10_000)}"@example.org`,
      cause: `<i>${'c'.repeat(10_000)}`,
      stagedBy: MARKUP,
    }),
    delivery('order:4711', {
      score: 0.64,
      target: 'bob@example.org',
      subject: 'Your order has been shipped',
      cause: 'orders-3@4711',
    }),
    delivery('hook:7', {
      score: 1,
      channel: 'hook',
      target: 'https://hooks.example.com/paid',
      subject: null,
      stagedBy: 'topic',
      cause: null,
    }),
    delivery('newsletter:12', {
      state: 'STRANDED',
      attempt: 2,
      approvedBy: 'bob',
      since: before(180),
      subject: 'News of December',
      lastWhat: 'stranded',
      lastDetail: 'no reply after the final dot: read timed out',
    }),
    delivery('receipt:99', {
      state: 'SENT',
      attempt: 1,
      approvedBy: 'policy:from-rules',
      since: before(3600),
      subject: 'Thank you',
    }),
    delivery('reminder:5', {
      state: 'REFUSED',
      attempt: 1,
      approvedBy: 'bob',
      since: before(7200),
      subject: 'A reminder',
    }),
  ];
  const messages = {
    'invoice:2027-113': mail({
      html: invoice,
      attachments: [{ name: 'invoice-2027-113.pdf', type: 'application/pdf', size: 84_213 }],
    }),
    'hostile-html': mail({ to: 'someone-else@example.org', subject: `Hello ${MARKUP}`, html: hostile }),
    'hook:7': {
      kind: 'http',
      method: 'POST',
      url: 'https://hooks.example.com/paid',
      headers: [{ name: 'content-type', value: 'application/json' }],
      body: '{"invoice":"2027-113","paid":true}',
      truncated: false,
    },
    'reminder:5': null,
  };
  const settings = {
    configured: true,
    enabled: true,
    why: null,
    by: 'carol',
    at: before(86_400),
    reason: 'first use',
    channels: ['mail', 'hook'],
    clusterId: 'c1',
  };
  const user = { actor: 'ann', roles: ['viewer', 'operator', 'approver'] };
  /** What the test reads and changes. */
  const state = { items, messages, settings, user, posted: [], refusal: null, mail, markup: MARKUP };
  window.deliveries = state;

  const details = (found) => ({
    ...found,
    approval: found.approvedBy && { by: found.approvedBy, keyId: 'k1' },
    claim: found.attempt > 0 ? { worker: 'worker-1@mail-host', leaseMillis: 30_000, socketMillis: 60_000 } : null,
    history: [
      { time: before(700), what: 'staged', by: found.stagedBy, detail: found.cause ?? '' },
      ...(found.attempt > 0
        ? [
            { time: before(650), what: 'approved', by: found.approvedBy, detail: 'looks right' },
            { time: before(640), what: 'due', by: 'ledger', detail: `attempt ${found.attempt}` },
            { time: before(639), what: 'claimed', by: 'worker-1@mail-host', detail: `attempt ${found.attempt}` },
            { time: found.since, what: found.state.toLowerCase(), by: 'worker-1@mail-host', detail: found.lastDetail },
          ]
        : []),
    ],
    receipts:
      found.attempt > 0
        ? [
            {
              partition: 0,
              sequence: 7,
              time: found.since,
              state: found.state,
              attempt: found.attempt,
              keyId: 'k1',
              evidence: '250 2.0.0 Ok: queued as 4711',
            },
          ]
        : [],
  });

  const json = (status, body) =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const problem = (status, title, detail) => json(status, { type: 'about:blank', title, status, detail });

  function list(query) {
    const wanted = query.get('state')?.split(',') ?? [];
    const q = query.get('q') ?? '';
    const matching = state.items.filter(
      (each) =>
        (!query.get('channel') || each.channel === query.get('channel')) &&
        `${each.id} ${each.target} ${each.subject}`.includes(q),
    );
    const states = {};
    matching.forEach((each) => (states[each.state] = (states[each.state] ?? 0) + 1));
    const found = matching.filter((each) => wanted.length === 0 || wanted.includes(each.state));
    found.sort((a, b) =>
      query.get('sort') === 'newest' ? Date.parse(b.since) - Date.parse(a.since) : a.score - b.score,
    );
    return { items: found.slice(0, Number(query.get('limit') ?? 50)), next: null, total: found.length, states };
  }

  const AFTER = {
    approve: 'APPROVED',
    reject: 'REJECTED',
    cancel: 'CANCELLED',
    SENT: 'SENT',
    NOT_SENT: 'APPROVED',
    ABANDONED: 'ABANDONED',
  };

  function change(found, action, body) {
    state.posted.push({ id: found.id, action, ...body });
    if (state.refusal) {
      return problem(409, 'Refused by the ledger', state.refusal);
    }
    if (action === 'approve' && body.sha256 !== found.sha256) {
      return problem(409, 'Refused by the ledger', 'it has other content');
    }
    found.state = AFTER[body.resolution ?? action];
    return json(200, {
      ...details(found),
      command: `hapax deliveries ${action} -c hapax.yaml ${found.id.slice(0, 50)}`,
    });
  }

  function answer(method, url, body) {
    if (url.pathname === '/api/sign-in') {
      return json(200, state.user);
    }
    if (url.pathname === '/api/delivery') {
      return json(200, state.settings);
    }
    if (url.pathname === '/api/campaigns') {
      return json(200, { items: [], next: null, total: 0, statuses: {} });
    }
    if (url.pathname === '/api/deliveries') {
      return json(200, list(url.searchParams));
    }
    const [id, what] = url.pathname.split('/').slice(3).map(decodeURIComponent);
    const found = state.items.find((each) => each.id === id);
    if (!found) {
      return problem(404, 'Not found', 'there is no such delivery');
    }
    if (method === 'POST') {
      return change(found, what, body);
    }
    if (what === 'message') {
      const message = id in state.messages ? state.messages[id] : mail({ to: found.target, subject: found.subject });
      return message ? json(200, { ...message, sha256: found.sha256 }) : problem(404, 'message', 'the content is gone');
    }
    return json(200, details(found));
  }

  const real = window.fetch;
  window.fetch = async (url, options = {}) => {
    const at = new URL(url, location.href);
    return /^\/api\/(deliver|campaigns|sign-in)/.test(at.pathname)
      ? answer(options.method ?? 'GET', at, options.body && JSON.parse(options.body))
      : real(url, options);
  };

  /** Sends an event as if it came from the instance. */
  let socket = null;
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      socket = this;
    }
  };
  state.tell = (type, data) => socket.onmessage({ data: JSON.stringify({ type, id: '', data }) });
  state.changed = (id, changes) => {
    const found = state.items.find((each) => each.id === id) ?? state.items[state.items.push(delivery(id, {})) - 1];
    Object.assign(found, changes);
    state.tell('delivery', { ...found, subject: null });
  };
})();
