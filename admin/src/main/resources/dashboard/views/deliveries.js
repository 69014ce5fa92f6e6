/** Deliveries: those that wait for a review, those whose outcome is unknown, and all of them. */

import { get, path } from '../api.js';
import { bulkDeliveryActions } from '../bulk-deliveries.js';
import { reviewPane, strandedPane } from '../delivery-panes.js';
import { known, name, score, target, titleOf } from '../delivery-parts.js';
import { h, show } from '../dom.js';
import { count } from '../format.js';
import { MOST_ROWS, PagedList } from '../paged.js';
import { badge, empty, field, link, load, route, select, when } from '../parts.js';
import { Queue } from '../queue.js';
import { sendingState } from '../sending.js';
import { shortcutHelp, shortcuts } from '../shortcuts.js';

const PAGE = 50;
const MOST_IN_QUEUE = 100;
const COUNT_EVERY = 3000;
/** Thousands of events a second must not keep the page busy with drawing. */
const FLUSH_EVERY = 200;
/** The length of a text in a table. */
const IN_A_CELL = 100;
const TABS = [
  { tab: 'review', title: 'Review', state: 'AWAITING_APPROVAL', of: reviewTab },
  { tab: 'stranded', title: 'Stranded', state: 'STRANDED', of: strandedTab },
  { tab: 'all', title: 'All', of: allTab },
];
const FILTERS = ['state', 'channel', 'stagedBy', 'campaign', 'q'];

const DELIVERIES = {
  title: 'Deliveries',
  id: (delivery) => delivery.id,
  columns: [
    {
      name: 'Delivery',
      wide: true,
      of: (delivery) => [
        link(route('deliveries', delivery.id), name(delivery.id, IN_A_CELL)),
        delivery.subject && h('div', { class: 'muted' }, titleOf(delivery, IN_A_CELL)),
      ],
    },
    { name: 'Target', wide: true, of: (delivery) => target(delivery, IN_A_CELL) },
    { name: 'State', of: (delivery) => badge(delivery.state) },
    { name: 'Since', of: (delivery) => when(delivery.since) },
    { name: 'Score', numeric: true, of: score },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function deliveriesView(visit) {
  const { deliveries, query, signal } = visit;
  const chosen = TABS.find(({ tab }) => tab === query.get('tab')) ?? TABS[0];
  const place = h('div', { class: 'stack' });
  load(
    place,
    () => deliveries.known(),
    (settings) => {
      if (!settings.configured) {
        return empty('Deliveries are not configured. Add delivery.channels to the configuration.');
      }
      const sending = h('div');
      const tabs = h('nav', { class: 'tabs', 'aria-label': 'Deliveries' });
      const say = () => {
        show(sending, sendingState(deliveries.settings));
        show(tabs, tabLinks(chosen, deliveries.states));
      };
      deliveries.addEventListener('change', say, { signal });
      say();
      return [sending, tabs, chosen.of(visit)];
    },
  );
  return place;
}

function tabLinks(chosen, states) {
  return TABS.map(({ tab, title, state }) =>
    h(
      'a',
      { href: route('deliveries', undefined, { tab }), 'aria-current': tab === chosen.tab && 'page' },
      title,
      state && [' ', h('span', { class: 'muted' }, count(states[state] ?? 0))],
    ),
  );
}

function reviewTab(visit) {
  return inbox(visit, {
    tab: 'review',
    state: 'AWAITING_APPROVAL',
    // Campaigns are approved as a whole.
    alone: true,
    title: 'Waiting for approval',
    nothing: 'Nothing waits for approval.',
    sort: 'review',
    compare: (a, b) => a.score - b.score || Date.parse(a.since) - Date.parse(b.since) || compareText(a.id, b.id),
    row: (item) => [
      h('strong', { class: 'line' }, titleOf(item)),
      h('span', { class: 'line muted' }, h('bdi', null, item.target)),
      h('span', { class: 'row-end' }, item.state === 'AWAITING_APPROVAL' ? score(item) : badge(item.state)),
    ],
    pane: reviewPane,
  });
}

function strandedTab(visit) {
  return inbox(visit, {
    tab: 'stranded',
    state: 'STRANDED',
    title: 'Stranded',
    nothing: 'Nothing is stranded.',
    sort: 'newest',
    compare: (a, b) => Date.parse(b.since) - Date.parse(a.since) || compareText(a.id, b.id),
    row: (item) => [
      h('strong', { class: 'line' }, titleOf(item)),
      h('span', { class: 'line muted' }, h('bdi', null, item.target)),
      h('span', { class: 'row-end' }, item.state === 'STRANDED' ? when(item.since) : badge(item.state)),
    ],
    pane: strandedPane,
  });
}

function compareText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A queue, and what a person does about its chosen item. */
function inbox({ feed, query, signal }, shape) {
  const news = h('div');
  const pane = shape.pane(feed, signal, (id, words) => {
    show(news, h('div', { class: 'notice good', role: 'status' }, h('p', null, words)));
    queue.done(id);
  });
  const queue = new Queue(
    {
      ...shape,
      most: MOST_IN_QUEUE,
      isIn: ({ state, campaign }) => state === shape.state && !(shape.alone && campaign),
      fetchFirst: () => {
        const asked = { state: shape.state, sort: shape.sort, limit: MOST_IN_QUEUE, alone: shape.alone };
        return get(path(['deliveries'], asked), signal);
      },
    },
    query.get('id'),
    (item) => {
      pane.show(item);
      // The address names what is shown, without a new visit.
      history.replaceState(null, '', route('deliveries', undefined, { tab: shape.tab, id: item?.id }));
    },
  );
  feed.addEventListener(
    'delivery',
    ({ detail }) => {
      queue.put(known(detail));
      pane.changed(detail);
    },
    { signal },
  );
  feed.addEventListener(
    'lost',
    () => {
      queue.reload();
      pane.changed({ id: queue.chosen?.id });
    },
    { signal },
  );
  const keys = [
    { key: 'j', says: 'Next', does: () => queue.move(1) },
    { key: 'k', says: 'Previous', does: () => queue.move(-1) },
    ...pane.keys,
  ];
  shortcuts(keys, signal);
  queue.reload();
  return [
    news,
    h(
      'div',
      { class: 'inbox' },
      h(
        'section',
        { class: 'panel' },
        h(
          'div',
          { class: 'panel-head' },
          h('h2', null, shape.title),
          h('button', { type: 'button', class: 'quiet', onclick: () => shortcutHelp(keys) }, 'Keys (?)'),
        ),
        queue.node,
      ),
      pane.node,
    ),
  ];
}

function allTab({ feed, deliveries, query, signal }) {
  const filter = Object.fromEntries(FILTERS.map((each) => [each, query.get(each) ?? '']));
  const counts = h('div');
  const sayCounts = (page) => show(counts, byState(page.states ?? {}, filter));
  const list = new PagedList(
    DELIVERIES,
    async (after) => {
      const page = await get(path(['deliveries'], { ...filter, sort: 'newest', limit: PAGE, after }), signal);
      sayCounts(page);
      return page;
    },
    Object.values(filter).some(Boolean) ? 'No delivery matches. Change the filter.' : 'No deliveries yet.',
  );
  follow(feed, list, filter, sayCounts, signal);
  list.reset();
  return [
    counts,
    filters(filter, deliveries.settings.channels ?? []),
    h(
      'section',
      { class: 'panel' },
      h(
        'div',
        { class: 'panel-head' },
        h('h2', null, 'Deliveries'),
        bulkDeliveryActions(filter, feed, () => list.reset()),
      ),
      list.node,
    ),
  ];
}

function byState(states, filter) {
  const all = Object.entries(states).filter(([, number]) => number > 0);
  return (
    all.length > 0 &&
    h(
      'ul',
      { class: 'groups states', 'aria-label': 'By state' },
      all.map(([state, number]) =>
        h(
          'li',
          null,
          h(
            'a',
            {
              href: route('deliveries', undefined, {
                tab: 'all',
                ...filter,
                state: state === filter.state ? '' : state,
              }),
              'aria-current': state === filter.state && 'true',
            },
            h('strong', null, count(number)),
            badge(state),
          ),
        ),
      ),
    )
  );
}

function filters(filter, channels) {
  const input = (each) =>
    h('input', { type: 'search', name: each, value: filter[each], autocomplete: 'off', spellcheck: 'false' });
  const form = h(
    'form',
    { class: 'filters', role: 'search' },
    field('Text', input('q'), 'Id, target or cause.'),
    field('Channel', select('channel', [['', 'any'], ...channels.map((each) => [each, each])], filter.channel)),
    field('Staged by', input('stagedBy')),
    field('Campaign', input('campaign')),
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'submit' }, 'Filter'),
      h('a', { class: 'button quiet', href: route('deliveries', undefined, { tab: 'all' }) }, 'Clear'),
    ),
  );
  const apply = () =>
    (location.hash = route('deliveries', undefined, {
      tab: 'all',
      state: filter.state,
      ...Object.fromEntries(new FormData(form)),
    }));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener('change', (event) => event.target instanceof HTMLSelectElement && apply());
  return form;
}

/** Changed deliveries are updated in place, new ones are added on top. Counts follow at intervals. */
function follow(feed, list, filter, sayCounts, signal) {
  let timer = 0;
  const recount = (rows = false) => {
    timer ||= setTimeout(() => {
      timer = 0;
      get(path(['deliveries'], { ...filter, sort: 'newest', limit: rows ? PAGE : 1 }), signal).then(
        (page) => {
          sayCounts(page);
          if (rows) {
            list.putAll(page.items.toReversed());
          }
        },
        () => {},
      );
    }, COUNT_EVERY);
  };
  // Most changes of its deliveries are in no other event.
  feed.addEventListener('campaign', () => recount(true), { signal });
  signal?.addEventListener('abort', () => clearTimeout(timer));
  feed.addEventListener('lost', () => list.reset(), { signal });
  const events = new Map();
  let flushing = 0;
  const flush = () => {
    flushing = 0;
    const [matching, others] = [[], []];
    events.forEach((event) => (matches(event, filter) ? matching : others).push(known(event)));
    events.clear();
    others.forEach((event) => list.change(event.id, event));
    // Earlier ones would leave the list at once.
    list.putAll(matching.slice(-MOST_ROWS));
  };
  signal?.addEventListener('abort', () => clearTimeout(flushing));
  feed.addEventListener(
    'delivery',
    ({ detail }) => {
      // The latest state of each, in the order of their last change.
      events.delete(detail.id);
      events.set(detail.id, detail);
      flushing ||= setTimeout(flush, FLUSH_EVERY);
      recount();
    },
    { signal },
  );
}

function matches(delivery, { state, channel, stagedBy, campaign, q }) {
  const texts = [delivery.id, delivery.target, delivery.cause];
  return (
    (!state || state.split(',').includes(delivery.state)) &&
    (!channel || channel === delivery.channel) &&
    (!stagedBy || stagedBy === delivery.stagedBy) &&
    (!campaign || campaign === delivery.campaign) &&
    (!q || texts.some((text) => text?.toLowerCase().includes(q.toLowerCase())))
  );
}
