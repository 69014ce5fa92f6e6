/** All campaigns, newest first, with their progress. */

import { get, path } from '../api.js';
import { campaignName, campaignProgress, campaignSubject } from '../campaign-parts.js';
import { h, show } from '../dom.js';
import { count } from '../format.js';
import { PagedList } from '../paged.js';
import { badge, commandLine, empty, field, link, load, route, when } from '../parts.js';
import { sendingState } from '../sending.js';

const PAGE = 50;
const COUNT_EVERY = 3000;
/** Each partition of a campaign that sends reports every second. */
const FLUSH_EVERY = 200;
/** The length of a text in a table. */
const IN_A_CELL = 100;
const FILTERS = ['status', 'q'];
const ORDER = ['PAUSED', 'RUNNING', 'DRAFT', 'APPROVED', 'DONE', 'CANCELLED'];

const CAMPAIGNS = {
  title: 'Campaigns',
  id: (campaign) => campaign.id,
  columns: [
    {
      name: 'Campaign',
      wide: true,
      of: (campaign) => [
        link(route('campaigns', campaign.id), campaignName(campaign.id, IN_A_CELL)),
        h('div', { class: 'muted' }, campaignSubject(campaign, IN_A_CELL)),
      ],
    },
    { name: 'Status', of: ({ status }) => badge(status) },
    { name: 'Progress', of: campaignProgress },
    { name: 'Sent', numeric: true, of: ({ states }) => count(states.SENT ?? 0) },
    { name: 'Refused', numeric: true, of: ({ states }) => count(states.REFUSED ?? 0) },
    { name: 'Stranded', numeric: true, of: ({ states }) => count(states.STRANDED ?? 0) },
    { name: 'Since', of: ({ since }) => when(since) },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function campaignsView({ feed, deliveries, query, signal }) {
  const place = h('div', { class: 'stack' });
  load(
    place,
    () => deliveries.known(),
    (settings) => {
      if (!settings.configured) {
        return empty('Deliveries are not configured. Add delivery.channels to the configuration.');
      }
      const sending = h('div');
      const say = () => show(sending, sendingState(deliveries.settings));
      deliveries.addEventListener('change', say, { signal });
      say();
      return [sending, campaigns(feed, query, signal)];
    },
  );
  return place;
}

function campaigns(feed, query, signal) {
  const filter = Object.fromEntries(FILTERS.map((each) => [each, query.get(each) ?? '']));
  const counts = h('div');
  const sayCounts = (page) => show(counts, byStatus(page.statuses ?? {}, filter));
  const list = new PagedList(
    CAMPAIGNS,
    async (after) => {
      const page = await get(path(['campaigns'], { ...filter, limit: PAGE, after }), signal);
      sayCounts(page);
      return page;
    },
    Object.values(filter).some(Boolean)
      ? 'No campaign matches. Change the filter.'
      : 'No campaigns yet. Create one on the command line.',
  );
  follow(feed, list, filter, sayCounts, signal);
  list.reset();
  return [
    counts,
    filters(filter),
    h('section', { class: 'panel' }, h('div', { class: 'panel-head' }, h('h2', null, 'Campaigns')), list.node),
    h(
      'details',
      null,
      h('summary', null, 'Create a campaign, and load its recipients'),
      commandLine(() => 'hapax campaign create -c FILE CAMPAIGN.yaml').node,
      commandLine(() => 'hapax campaign load -c FILE ID RECIPIENTS.csv').node,
    ),
  ];
}

function byStatus(statuses, filter) {
  const all = ORDER.filter((status) => statuses[status] > 0);
  return (
    all.length > 0 &&
    h(
      'ul',
      { class: 'groups states', 'aria-label': 'By status' },
      all.map((status) =>
        h(
          'li',
          null,
          h(
            'a',
            {
              href: route('campaigns', undefined, { ...filter, status: status === filter.status ? '' : status }),
              'aria-current': status === filter.status && 'true',
            },
            h('strong', null, count(statuses[status])),
            badge(status),
          ),
        ),
      ),
    )
  );
}

function filters(filter) {
  const input = h('input', { type: 'search', name: 'q', value: filter.q, autocomplete: 'off', spellcheck: 'false' });
  const form = h(
    'form',
    { class: 'filters', role: 'search' },
    field('Text', input, 'Id or subject.'),
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'submit' }, 'Filter'),
      h('a', { class: 'button quiet', href: route('campaigns') }, 'Clear'),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = route('campaigns', undefined, { status: filter.status, q: input.value });
  });
  return form;
}

/** Changed campaigns are updated in place, new ones are added on top. */
function follow(feed, list, filter, sayCounts, signal) {
  let counting = 0;
  let flushing = 0;
  const events = new Map();
  const recount = () => {
    counting ||= setTimeout(() => {
      counting = 0;
      get(path(['campaigns'], { ...filter, limit: 1 }), signal).then(sayCounts, () => {});
    }, COUNT_EVERY);
  };
  const flush = () => {
    flushing = 0;
    for (const event of events.values()) {
      if (event.lastWhat === 'created' && matches(event, filter)) {
        list.put(event);
      } else {
        list.change(event.id, event);
      }
    }
    events.clear();
  };
  signal?.addEventListener('abort', () => {
    clearTimeout(counting);
    clearTimeout(flushing);
  });
  feed.addEventListener('lost', () => list.reset(), { signal });
  feed.addEventListener(
    'campaign',
    ({ detail }) => {
      events.set(detail.id, detail);
      flushing ||= setTimeout(flush, FLUSH_EVERY);
      recount();
    },
    { signal },
  );
}

function matches({ id, subject, status }, filter) {
  const q = filter.q.toLowerCase();
  return (
    (!filter.status || filter.status.split(',').includes(status)) &&
    (!q || [id, subject].some((text) => text?.toLowerCase().includes(q)))
  );
}
