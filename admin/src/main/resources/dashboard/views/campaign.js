/** One campaign: progress, rate, refusals, what it sends, who approved it, and actions. */

import { get, path } from '../api.js';
import { actionsSignature, campaignActions, duplicatesIn } from '../campaign-actions.js';
import {
  campaignName,
  campaignSubject,
  finished,
  remaining,
  stateBar,
  stateCounts,
} from '../campaign-parts.js';
import { Chart } from '../chart.js';
import { beginning, messageView } from '../delivery-message.js';
import { h, show } from '../dom.js';
import { count, percent, perSecond, plural, short } from '../format.js';
import {
  badge,
  code,
  copyButton,
  empty,
  facts,
  failure,
  field,
  link,
  load,
  loading,
  notice,
  panel,
  redraw,
  route,
  table,
  when,
} from '../parts.js';
import { sendingState } from '../sending.js';

/** Rates and refusals are not in events. */
const READ_EVERY = 2000;
/** The rate changes even if nothing else does. */
const READ_AT_LEAST_EVERY = 10_000;
const LONGEST_TEXT = 1200;
const LONGEST_TEMPLATE = 64 * 1024;
const LONGEST_PEOPLE = 300;
/** Five minutes, so that the first points of a campaign do not fill the chart. */
const FEWEST_POINTS = 30;
/** An hour. */
const MOST_POINTS = 360;
const MINUTE = 60;

/** @param {import('../app.js').Visit} visit */
export function campaignView({ feed, deliveries, name: id, query, signal }, heading) {
  heading.textContent = 'Campaign';
  const place = h('div', { class: 'stack' });
  let page = null;
  let writes = null;
  let readAt = 0;
  let timer = 0;
  let reading = false;
  const begin = () =>
    load(
      place,
      async () => {
        const [found, status] = await Promise.all([
          get(path(['campaigns', id]), signal),
          feed.knownStatus(),
          deliveries.known(),
        ]);
        writes = status;
        return found;
      },
      (found) => {
        readAt = Date.now();
        page = new CampaignPage(found, writes, deliveries, query.get('recipient') ?? '', acted, signal);
        return page.nodes;
      },
    );
  const read = async () => {
    reading = true;
    readAt = Date.now();
    try {
      page.update(await get(path(['campaigns', id]), signal));
    } catch {
      // The next event tries again; a lost connection is shown by the frame.
    } finally {
      reading = false;
    }
  };
  const soon = () => {
    timer ||= setTimeout(
      () => {
        timer = 0;
        if (reading) {
          soon();
        } else {
          read();
        }
      },
      Math.max(0, readAt + READ_EVERY - Date.now()),
    );
  };
  const changed = (answer) => {
    // An answer of another shape must not clear the page.
    page?.update({ ...page.found, ...answer });
    soon();
  };
  /** What else an action has changed is shown at once, and not with the next read. */
  const acted = (answer) => {
    changed(answer);
    if (!reading) {
      clearTimeout(timer);
      timer = 0;
      read();
    }
  };
  feed.addEventListener('campaign', ({ detail }) => detail.id === id && page && changed(detail), { signal });
  feed.addEventListener(
    'stats',
    () => page?.found.status === 'RUNNING' && Date.now() - readAt > READ_AT_LEAST_EVERY && soon(),
    { signal },
  );
  for (const type of ['lost', 'again']) {
    feed.addEventListener(type, () => page && soon(), { signal });
  }
  // Roles may have changed.
  document.addEventListener('hapax-session', () => page?.update(page.found), { signal });
  deliveries.addEventListener('change', () => page?.update(page.found), { signal });
  signal?.addEventListener('abort', () => clearTimeout(timer));
  begin();
  return [h('p', { class: 'trail' }, link(route('campaigns'), 'Campaigns'), ' / ', campaignName(id)), place];
}

/** The parts of the page, each replaced alone, so that an event interrupts nobody who reads or types in another. */
class CampaignPage {
  #sending = h('div');
  #trouble = h('div');
  #progress = h('section', { class: 'panel' });
  #refusals = h('div', { class: 'stack' });
  #actions = h('div');
  #approvals = h('section', { class: 'panel' });
  #history = h('section', { class: 'panel' });
  #signature = null;
  /** What each part shows, by part. */
  #shown = new Map();
  #chart = new Chart({
    title: 'Mails per minute',
    format: perSecond,
    axis: short,
    least: 6,
    stepSeconds: 10,
    tableStep: 6,
    span: 'the last hour with any',
    lines: [
      { name: 'sent', tone: 'two', of: (point) => point.sent },
      { name: 'refused', tone: 'four', of: (point) => point.refused },
    ],
  });

  constructor(found, writes, deliveries, recipient, acted, signal) {
    this.writes = writes;
    this.deliveries = deliveries;
    this.acted = acted;
    this.nodes = [
      this.#sending,
      this.#trouble,
      this.#progress,
      // Above the mail, so that nobody has to scroll for them on a narrow screen.
      panel('Actions', this.#actions),
      h(
        'div',
        { class: 'columns' },
        h('div', { class: 'stack' }, this.#chart.node, preview(found, recipient, signal), definition(found)),
        h('div', { class: 'stack' }, this.#refusals, this.#approvals, this.#history),
      ),
    ];
    this.update(found);
  }

  update(found) {
    this.found = found;
    const { settings } = this.deliveries;
    const { approvals: inForce, pending, approversNeeded, unapproved, duplicates, history: entries } = found;
    const off = settings && !settings.enabled && settings;
    const paused = pausedBy(found);
    this.#renew(this.#sending, off, () => off && sendingState(off));
    this.#renew(this.#trouble, paused, () => paused && trouble(paused));
    redraw(this.#progress, progressOf(found));
    this.#renew(this.#refusals, found.refusals, () => refusals(found));
    this.#renew(this.#approvals, [inForce, pending, approversNeeded, unapproved, duplicates], () => [
      h('h2', null, 'Approvals'),
      approvals(found),
    ]);
    this.#renew(this.#history, entries, () => [h('h2', null, 'History'), history(found)]);
    const signature = actionsSignature(found, this.writes);
    if (signature !== this.#signature) {
      this.#signature = signature;
      show(this.#actions, campaignActions(() => this.found, this.writes, this.acted));
    }
    this.#draw();
  }

  /** Draws a part only when it shows something else: a notice must not be announced each second. */
  #renew(place, about, draw) {
    const text = JSON.stringify(about ?? null);
    if (this.#shown.get(place) !== text) {
      this.#shown.set(place, text);
      redraw(place, draw());
    }
  }

  #draw() {
    const { rate, status } = this.found;
    this.#chart.node.hidden = !rate?.sent.length;
    if (this.#chart.node.hidden) {
      return;
    }
    const running = status === 'RUNNING';
    const clock = Math.floor(Date.now() / 1000);
    const perMinute = MINUTE / rate.stepSeconds;
    const points = rate.sent.map((sent, i) => ({ sent: sent * perMinute, refused: rate.refused[i] * perMinute }));
    let end = Date.parse(rate.end) / 1000;
    // A step that has only begun looks like a drop.
    if (running && end > clock && points.length > 1) {
      points.pop();
      end -= rate.stepSeconds;
    }
    this.#chart.latest = running ? 'now' : 'last';
    const passed = running ? Math.max(0, Math.floor((clock - end) / rate.stepSeconds)) : 0;
    const nothing = { sent: 0, refused: 0 };
    const all = [...points, ...Array.from({ length: Math.min(passed, MOST_POINTS) }, () => nothing)].slice(-MOST_POINTS);
    const missing = Math.max(0, FEWEST_POINTS - all.length);
    this.#chart.draw([...Array.from({ length: missing }, () => nothing), ...all], end + passed * rate.stepSeconds);
  }
}

/** What paused it; null if it does not need a person for that. */
function pausedBy({ status, history: entries = [] }) {
  return (status === 'PAUSED' && entries.findLast(({ what }) => what === 'paused')) || null;
}

function trouble({ by, time, detail }) {
  return notice(
    'warn',
    h('strong', null, 'Paused'),
    ' by ',
    h('bdi', null, beginning(by, LONGEST_PEOPLE)),
    ', ',
    when(time),
    `: ${beginning(detail, LONGEST_TEXT)}`,
  );
}

function progressOf(found) {
  const { id, status, since, recipients, rate } = found;
  const done = finished(found);
  return [
    h(
      'div',
      { class: 'panel-head' },
      h('h2', null, h('bdi', null, beginning(id, LONGEST_PEOPLE))),
      h('span', null, badge(status), ' ', when(since)),
    ),
    h('p', { class: 'explanation' }, campaignSubject(found)),
    stateBar(found),
    h(
      'p',
      { class: 'progress-line' },
      h('strong', null, recipients > 0 ? percent(done / recipients) : '0 %'),
      ` ${count(done)} of ${plural(recipients, 'recipient needs', 'recipients need')} no further attempt`,
      status === 'RUNNING' && rate && `, ${perSecond(rate.perMinute)} a minute`,
      remaining(found) && `, ${remaining(found)} left`,
      '.',
    ),
    stateCounts(found),
  ];
}

function refusals({ refusals: found }) {
  if (!found || found.total === 0) {
    return null;
  }
  return [bars('Refused, by domain', found.domains, found.total), bars('Refused, by code', found.codes, found.total)];
}

/** Names and counts, with proportional bars. */
function bars(title, entries, total) {
  return panel(
    title,
    h(
      'ul',
      { class: 'bars' },
      entries.map(({ name, count: number }) => {
        const bar = h('span', { class: 'bar-fill', 'aria-hidden': 'true' });
        bar.style.inlineSize = `${Math.min(100, (100 * number) / Math.max(1, total))}%`;
        return h(
          'li',
          null,
          h('span', null, name === null ? 'all others' : h('bdi', null, beginning(name, LONGEST_PEOPLE))),
          h('span', { class: 'numeric' }, count(number)),
          bar,
        );
      }),
    ),
  );
}

function approvals({ approvals: inForce = [], pending = [], approversNeeded, unapproved, duplicates }) {
  const entry = (each, words) =>
    h(
      'li',
      null,
      when(each.time),
      ' ',
      h('strong', null, words),
      ' by ',
      h('bdi', null, beginning(each.by, LONGEST_PEOPLE)),
      `: ${plural(each.count, 'recipient', 'recipients')}`,
      each.keyId && [', key ', code(each.keyId)],
      each.reason && h('p', null, beginning(each.reason, LONGEST_TEXT)),
    );
  return [
    inForce.length + pending.length === 0 && empty('Nobody has approved it.'),
    unapproved > 0 &&
      inForce.length > 0 &&
      notice('warn', `${plural(unapproved, 'recipient was', 'recipients were')} loaded after the last approval.`),
    pending.length > 0 && notice('warn', 'Another person must approve it too.'),
    approversNeeded > 1 && unapproved > 0 && empty(`${count(unapproved)} recipients need two approvers.`),
    duplicates > 0 && empty(duplicatesIn(duplicates)),
    h(
      'ol',
      { class: 'history' },
      inForce.map((each) => entry(each, 'approved')),
      pending.map((each) => entry(each, 'approved, not in force')),
    ),
  ];
}

function history({ history: entries = [] }) {
  return h(
    'ol',
    { class: 'history' },
    entries.toReversed().map((entry) =>
      h(
        'li',
        null,
        when(entry.time),
        ' ',
        h('strong', null, entry.what),
        ' by ',
        h('bdi', null, beginning(entry.by, LONGEST_PEOPLE)),
        entry.detail && h('p', null, beginning(entry.detail, LONGEST_TEXT)),
      ),
    ),
  );
}

function definition({ definition: given, sha256, createdBy, createdAt }) {
  const templates = [
    ['Text', given.text],
    ['HTML', given.html],
  ].filter(([, template]) => template);
  return panel(
    'Definition',
    facts([
      ['Channel', given.channel],
      ['From', given.from && h('bdi', null, beginning(given.from, LONGEST_PEOPLE))],
      ['Subject', h('bdi', null, beginning(given.subject, LONGEST_TEXT))],
      ['Unsubscribe', given.unsubscribe ? 'one click' : 'no link'],
      ['Not before', given.notBefore && when(given.notBefore)],
      ['Expires', given.expires && when(given.expires)],
      ['Rate', given.rate],
      ['Each domain', given.domainRate],
      ['Daily cap', given.dailyCap && count(given.dailyCap)],
      ['Warm-up', given.warmUp.length > 0 && given.warmUp.map((cap) => count(cap)).join(', ')],
      ['Quiet hours', given.quietHours && `${given.quietHours.from} to ${given.quietHours.to}, ${given.quietHours.zone}`],
      ['Pauses above', `${percent(given.pauseAbove)} refused`],
      ['Created', [when(createdAt), createdBy && [' by ', h('bdi', null, beginning(createdBy, LONGEST_PEOPLE))]]],
      [
        'SHA-256',
        [h('code', { title: sha256 }, `${sha256.slice(0, 12)}…`), ' ', copyButton(() => sha256, 'the SHA-256')],
      ],
    ]),
    Object.keys(given.headers).length > 0 &&
      h(
        'details',
        null,
        h('summary', null, 'Headers'),
        h(
          'div',
          { class: 'list' },
          table(
            {
              title: 'Headers',
              columns: [
                { name: 'Name', of: ([name]) => code(beginning(name, LONGEST_PEOPLE)) },
                { name: 'Value', wide: true, of: ([, value]) => code(beginning(value, LONGEST_TEXT)) },
              ],
            },
            Object.entries(given.headers),
          ),
        ),
      ),
    templates.map(([name, template]) =>
      h(
        'details',
        null,
        h('summary', null, `${name} template`),
        h(
          'pre',
          { class: 'payload', tabindex: '0', role: 'group', 'aria-label': `${name} template` },
          beginning(template, LONGEST_TEMPLATE),
        ),
      ),
    ),
  );
}

/** The mail of one recipient, exactly as it is sent. */
function preview({ id, recipients }, recipient, signal) {
  const shown = h('div');
  const input = h('input', {
    name: 'recipient',
    value: recipient,
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 512,
  });
  let latest = 0;
  const ask = async () => {
    const asked = (latest += 1);
    show(shown, loading());
    try {
      const message = await get(path(['campaigns', id, 'preview'], { recipient: input.value.trim() }), signal);
      if (asked === latest) {
        show(
          shown,
          h(
            'p',
            null,
            'Recipient ',
            link(route('deliveries', message.delivery), h('bdi', null, beginning(message.recipient, LONGEST_PEOPLE))),
          ),
          messageView(message, { target: message.target }),
        );
      }
    } catch (problem) {
      if (asked === latest && problem.name !== 'AbortError') {
        show(shown, failure(problem, ask));
      }
    }
  };
  const form = h(
    'form',
    { class: 'filters' },
    field('Recipient', input, 'The id of a subscriber. Empty for the first one.'),
    h('div', { class: 'buttons' }, h('button', { type: 'submit' }, 'Show the mail')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });
  if (recipients > 0 || recipient) {
    ask();
  } else {
    show(shown, empty('No recipients are loaded yet.'));
  }
  return panel('Preview', form, shown);
}
