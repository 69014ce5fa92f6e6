/** Counters, charts, new alerts, and breakdowns by source, reason and label. */

import { get, path } from '../api.js';
import { Chart } from '../chart.js';
import { h, show } from '../dom.js';
import { bytes, count, duration, perSecond, percent, plural, seconds, short } from '../format.js';
import {
  badge,
  decisionLink,
  empty,
  failure,
  link,
  loading,
  panel,
  redraw,
  route,
  table,
  tableRow,
  when,
} from '../parts.js';
import { duplicateShare } from '../series.js';

const SHOWN_ALERTS = 30;
const LAST_BAND = 365 * 24 * 60 * 60;
/** Counting cases reads topics, so it is not done for every event. */
const COUNT_CASES_EVERY = 5_000;

/** @param {import('../app.js').Visit} visit */
export function liveView({ feed, signal }) {
  const tiles = h('dl', { class: 'tiles' });
  const breakdown = h('div', { class: 'stack' }, loading());
  const throughput = new Chart({
    title: 'Messages per second',
    format: perSecond,
    axis: short,
    least: 4,
    lines: [
      { name: 'read', tone: 'one', of: (point) => point.read },
      { name: 'admitted', tone: 'two', of: (point) => point.admitted },
      { name: 'duplicates', tone: 'three', of: (point) => point.duplicates },
      { name: 'quarantined', tone: 'four', of: (point) => point.quarantined },
    ],
  });
  const duplicates = new Chart({
    title: 'Share of duplicates',
    format: percent,
    least: 0.1,
    most: 1,
    lines: [{ name: 'of messages read in 10 s', tone: 'three', of: (point) => point.share }],
  });

  let cases = null;
  const draw = () => {
    const points = feed.series.points();
    throughput.draw(points, feed.series.newest());
    duplicates.draw(
      duplicateShare(points).map((share) => (share === null ? null : { share })),
      feed.series.newest(),
    );
    show(tiles, counters(feed, cases));
  };
  const explain = () => feed.stats && redraw(breakdown, details(feed.stats, cases));
  openCases(feed, signal, (counted) => {
    cases = counted;
    draw();
    explain();
  });
  const refresh = () => feed.refreshStats().catch((problem) => feed.stats || show(breakdown, failure(problem, refresh)));

  feed.addEventListener('stats', draw, { signal });
  feed.addEventListener('breakdown', explain, { signal });
  draw();
  if (feed.stats) {
    explain();
  } else {
    refresh();
  }
  return [
    tiles,
    h('div', { class: 'columns even charts' }, throughput.node, duplicates.node),
    h('div', { class: 'columns' }, alerts(feed, signal), breakdown),
  ];
}

/**
 * Counts the open cases, at once and after every change.
 *
 * @param {(counted: {total: number, byReason: Record<string, number>} | null) => void} onCount null if they cannot be counted
 */
function openCases(feed, signal, onCount) {
  let timer = 0;
  const ask = async () => {
    timer = 0;
    try {
      const { groups } = await get(path(['quarantine', 'groups']), signal);
      onCount({
        total: groups.reduce((sum, group) => sum + group.count, 0),
        byReason: Object.fromEntries(groups.map(({ reason, count: number }) => [reason, number])),
      });
    } catch (problem) {
      if (problem.name !== 'AbortError') {
        onCount(null);
        later();
      }
    }
  };
  const later = () => (timer ||= setTimeout(ask, COUNT_CASES_EVERY));
  for (const type of ['quarantine', 'case', 'lost', 'again']) {
    feed.addEventListener(type, later, { signal });
  }
  signal.addEventListener('abort', () => clearTimeout(timer));
  ask();
}

function counters({ now, stats, status }, cases) {
  const totals = now?.totals ?? stats?.totals;
  const rates = now?.rates1m ?? stats?.rates?.['1m'];
  const guard = { ...stats?.guard, ...now?.guard };
  const lag = now === null ? status?.lag?.total : (now.lag ?? null);
  return [
    tile('Read', `${perSecond(rates?.read)}/s`, `${count(totals?.read)} since start`),
    tile('Admitted', `${perSecond(rates?.admitted)}/s`, `${count(totals?.admitted)} since start`),
    tile(
      'Duplicates',
      percent(now?.duplicateRate1m ?? stats?.duplicateRate?.['1m']),
      totals && [
        `${count(totals.duplicates)} since start`,
        totals.redeliveries > 0 && `, ${plural(totals.redeliveries, 'redelivery', 'redeliveries')}`,
      ],
    ),
    tile('Open cases', link(route('quarantine'), count(cases?.total)), [
      `${perSecond(rates?.quarantined)}/s, ${count(totals?.quarantined)} since start`,
    ]),
    tile('Alerts', `${perSecond(rates?.alerts)}/s`, `${count(totals?.alerts)} since start`),
    tile('Lag', count(lag), lag === null ? 'unknown: no answer from the brokers' : 'messages waiting'),
    tile('Guard', count(guard.entries), [
      bytes(guard.bytes),
      guard.oldest && [', oldest bucket ', when(guard.oldest)],
    ]),
  ];
}

function tile(name, value, more) {
  return h(
    'div',
    { class: 'tile' },
    h('dt', null, name),
    h('dd', null, h('strong', null, value), h('small', null, more)),
  );
}

const ALERTS = {
  title: 'Alerts',
  id: (alert) => alert.id,
  columns: [
    { name: 'When', of: (alert) => when(alert.at) },
    { name: 'Label', of: (alert) => badge(alert.label, 'info') },
    { name: 'Reason', wide: true, of: (alert) => alert.reason },
    { name: 'Source', of: (alert) => alert.source },
    { name: 'Decision', wide: true, of: (alert) => decisionLink(alert) },
  ],
};

function alerts(feed, signal) {
  const list = h('div', { class: 'list' });
  const pause = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false' }, 'Pause');
  let body = null;
  let held = 0;
  const all = () => {
    held = 0;
    const shown = table(ALERTS, feed.alerts.slice(0, SHOWN_ALERTS));
    body = shown.querySelector('tbody');
    show(list, feed.alerts.length > 0 ? shown : empty('No alerts yet. New alerts appear here as soon as they are committed.'));
  };
  const arrived = (event) => {
    if (pause.getAttribute('aria-pressed') === 'true') {
      held += 1;
      pause.textContent = `Resume (${count(held)} new)`;
    } else if (!body?.isConnected) {
      all();
    } else {
      const row = tableRow(ALERTS, event.detail);
      row.classList.add('new');
      body.prepend(row);
      [...body.rows].slice(SHOWN_ALERTS).forEach((old) => old.remove());
    }
  };
  pause.addEventListener('click', () => {
    const paused = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(paused));
    pause.textContent = paused ? 'Resume' : 'Pause';
    if (!paused) {
      all();
    }
  });
  feed.addEventListener('alert', arrived, { signal });
  feed.addEventListener('alerts', all, { signal });
  const awaited = () => {
    if (!feed.hasHistory) {
      show(list, feed.connection.state === 'connecting' ? loading('Loading alerts') : empty('Not loaded yet.'));
    }
  };
  feed.addEventListener('connection', awaited, { signal });
  if (feed.hasHistory) {
    all();
  } else {
    awaited();
  }
  return h(
    'section',
    { class: 'panel' },
    h('div', { class: 'panel-head' }, h('h2', null, 'Alerts'), pause),
    list,
    h('p', { class: 'pager' }, link(route('decisions', undefined, { only: 'alerts' }), 'All alerts')),
  );
}

function details(stats, cases) {
  return [
    stats.missing?.length > 0 &&
      h(
        'div',
        { class: 'notice warn', role: 'status' },
        h('p', null, `Incomplete: no answer from ${stats.missing.join(', ')}.`),
      ),
    panel(
      'Sources, since start',
      stats.since &&
        empty(h('span', null, 'Counted since each instance started; the first one started ', when(stats.since), '.')),
      stats.sources.length === 0
        ? empty('No messages read yet.')
        : table(
            {
              title: 'Sources, since start',
              columns: [
                { name: 'Source', of: (each) => each.source },
                { name: 'Read', numeric: true, of: (each) => count(each.read) },
                { name: 'Duplicates', numeric: true, of: (each) => count(each.duplicates) },
                { name: 'Share', numeric: true, of: (each) => percent(each.duplicateRate) },
              ],
            },
            stats.sources,
          ),
    ),
    panel(
      'Open cases by reason',
      cases === null
        ? empty('Not counted yet.')
        : bars(cases.byReason, (reason) => link(route('quarantine', undefined, { reason }), reason)),
    ),
    panel(
      'Decisions by label, since start',
      bars(stats.decisionsByLabel, (label) => label),
    ),
    panel(
      'Guard entries by age',
      bars(
        Object.fromEntries(ages(stats.guard.ages ?? [])),
        (age) => age,
        false,
      ),
    ),
  ];
}

/** Each band counts the entries older than the band before; the last one includes everything older. */
function ages(bands) {
  return bands.map(({ upTo, entries }, i) => {
    const bound = seconds(upTo);
    return [
      bound >= LAST_BAND && i > 0
        ? `more than ${duration(seconds(bands[i - 1].upTo))}`
        : `up to ${duration(bound)}`,
      entries,
    ];
  });
}

/** Names and counts, with proportional bars. */
function bars(counts, label, sorted = true) {
  const entries = Object.entries(counts ?? {});
  if (entries.length === 0) {
    return empty('None yet.');
  }
  const largest = Math.max(1, ...entries.map(([, number]) => number));
  const ordered = sorted ? entries.sort(([, a], [, b]) => b - a) : entries;
  return h(
    'ul',
    { class: 'bars' },
    ordered.map(([name, number]) => {
      const bar = h('span', { class: 'bar-fill', 'aria-hidden': 'true' });
      bar.style.inlineSize = `${(100 * number) / largest}%`;
      return h('li', null, h('span', null, label(name)), h('span', { class: 'numeric' }, count(number)), bar);
    }),
  );
}
