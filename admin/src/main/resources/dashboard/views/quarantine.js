/** The inbox of what could not be decided: grouped, filtered, and kept up to date by the socket. */

import { get, path } from '../api.js';
import { h } from '../dom.js';
import { count } from '../format.js';
import { PagedList } from '../paged.js';
import { badge, code, empty, field, link, load, panel, route, select, when } from '../parts.js';

const PAGE = 50;
/** Counting reads the whole inbox, so not for every event. */
const COUNT_EVERY = 5_000;
const FILTERS = ['reason', 'disposition', 'source', 'identity', 'state', 'owner'];
const REASONS = [
  'UNREADABLE',
  'INVALID',
  'NO_IDENTITY',
  'TOO_LARGE',
  'IN_THE_FUTURE',
  'LATE',
  'CONFLICT',
  'CLASSIFIER_FAILED',
  'RETRIES_EXHAUSTED',
  'INTERNAL',
];
const DISPOSITIONS = ['POISON', 'CONFLICT', 'POLICY', 'EXHAUSTED'];
const STATES = ['open', 'assigned', 'parked', 'replayed', 'dropped', 'all'];

const CASES = {
  title: 'Cases',
  id: (found) => found.case,
  columns: [
    { name: 'Case', wide: true, of: (found) => link(route('quarantine', found.case), code(found.case)) },
    { name: 'When', of: (found) => when(found.quarantinedAt) },
    { name: 'Reason', of: (found) => badge(found.reason, 'warn') },
    { name: 'State', of: (found) => [badge(found.state), found.owner && [' ', found.owner]] },
    { name: 'Source', of: (found) => found.source ?? '–' },
    { name: 'Why', wide: true, of: (found) => found.explanation },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function quarantineView({ feed, query, signal }) {
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']));
  const list = new PagedList(
    CASES,
    (before) => get(path(['quarantine'], { limit: PAGE, before, ...filter }), signal),
    Object.values(filter).some(Boolean)
      ? 'No case matches. Change the filter, or ask for all states.'
      : 'No case is open.',
  );
  const groups = h('div');
  const countGroups = () =>
    load(
      groups,
      () => get(path(['quarantine', 'groups'], { by: 'reason' }), signal),
      (found) => grouped(found, filter),
    );
  follow(feed, list, filter, every(COUNT_EVERY, countGroups, signal), signal);
  countGroups();
  list.reset();
  return [panel('By reason', groups), filters(filter), panel('Cases', list.node)];
}

function grouped({ groups }, filter) {
  if (groups.length === 0) {
    return empty('No case is open.');
  }
  return h(
    'ul',
    { class: 'groups' },
    groups.map((group) =>
      h(
        'li',
        null,
        h(
          'a',
          {
            href: route('quarantine', undefined, {
              ...filter,
              reason: group.reason === filter.reason ? '' : group.reason,
            }),
            'aria-current': group.reason === filter.reason && 'true',
          },
          h('strong', null, count(group.count)),
          h('span', null, group.reason),
        ),
        h('small', null, group.explanation),
      ),
    ),
  );
}

function filters(filter) {
  const any = (names) => [['', 'any'], ...names.map((name) => [name, name])];
  const text = (name) => h('input', { name, value: filter[name], autocomplete: 'off', spellcheck: 'false' });
  const form = h(
    'form',
    { class: 'filters', role: 'search' },
    field('Reason', select('reason', any(REASONS), filter.reason)),
    field('Kind', select('disposition', any(DISPOSITIONS), filter.disposition)),
    field('State', select('state', [['', 'not resolved'], ...STATES.map((name) => [name, name])], filter.state)),
    field('Source', text('source')),
    field('Identity', text('identity')),
    field('Owner', text('owner')),
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'submit' }, 'Filter'),
      h('a', { class: 'button quiet', href: route('quarantine') }, 'Clear'),
    ),
  );
  const apply = () => (location.hash = route('quarantine', undefined, Object.fromEntries(new FormData(form))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener('change', (event) => event.target instanceof HTMLSelectElement && apply());
  return form;
}

/** New cases come on top, changed ones change where they stand. */
function follow(feed, list, filter, countGroups, signal) {
  feed.addEventListener(
    'lost',
    () => {
      list.reset();
      countGroups();
    },
    { signal },
  );
  feed.addEventListener(
    'quarantine',
    ({ detail }) => {
      if (matches(detail, filter)) {
        list.put(detail);
      }
      countGroups();
    },
    { signal },
  );
  feed.addEventListener(
    'case',
    ({ detail }) => {
      list.change(detail.case, { state: detail.state, owner: detail.owner });
      countGroups();
    },
    { signal },
  );
}

function matches(found, filter) {
  const state = !filter.state || filter.state === 'all' || filter.state === found.state;
  return (
    state &&
    ['reason', 'disposition', 'source', 'identity', 'owner'].every(
      (name) => !filter[name] || filter[name] === found[name],
    )
  );
}

/** Runs it soon, but not more often than that. */
function every(millis, run, signal) {
  let timer = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    timer ||= setTimeout(() => {
      timer = 0;
      run();
    }, millis);
  };
}
