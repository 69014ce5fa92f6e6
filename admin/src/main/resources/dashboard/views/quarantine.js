/** The quarantined cases, grouped and filtered, updated by events. */

import { get, path } from '../api.js';
import { bulkActions } from '../bulk-actions.js';
import { catalog, reasonOf } from '../catalog.js';
import { h, show } from '../dom.js';
import { clock, count, plural } from '../format.js';
import { PagedList } from '../paged.js';
import { badge, code, empty, field, link, load, notice, route, select, when } from '../parts.js';

const PAGE = 50;
const FILTERS = ['reason', 'disposition', 'source', 'identity', 'state', 'owner'];
const CASES = {
  title: 'Cases',
  id: (found) => found.case,
  columns: [
    { name: 'Case', wide: true, of: (found) => link(route('quarantine', found.case), code(found.case)) },
    { name: 'When', of: (found) => when(found.quarantinedAt) },
    { name: 'Reason', of: (found) => badge(found.reason, 'warn') },
    { name: 'State', of: (found) => [badge(found.state), found.owner && [' ', found.owner]] },
    { name: 'Source', of: (found) => found.source ?? '–' },
    { name: 'Explanation', wide: true, of: (found) => found.explanation },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function quarantineView({ feed, query, signal }) {
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']));
  const list = new PagedList(
    CASES,
    (before) => get(path(['quarantine'], { limit: PAGE, before, ...filter }), signal),
    Object.values(filter).some(Boolean)
      ? 'No case matches. Change the filter, or select all states.'
      : 'No open cases.',
  );
  const groups = new Groups(filter, signal);
  const filterPlace = h('div');
  load(filterPlace, catalog, (known) => filters(filter, known));
  follow(feed, list, filter, groups, signal);
  groups.count();
  list.reset();
  const changed = () => {
    list.reset();
    groups.count();
  };
  return [
    groups.node,
    filterPlace,
    h(
      'section',
      { class: 'panel' },
      h('div', { class: 'panel-head' }, h('h2', null, 'Cases'), bulkActions(filter, feed, changed)),
      list.node,
    ),
  ];
}

/**
 * The number of cases by reason. Counting reads the whole topic, so it is done on request. Events do not tell the reason of a changed
 * case, nor whether it was counted, so they only show that the numbers are out of date.
 */
class Groups {
  #place = h('div');
  #age = h('span', { class: 'muted' });
  #asOf = null;
  #changes = 0;
  #counting = false;

  constructor(filter, signal) {
    this.filter = filter;
    this.signal = signal;
    const refresh = h('button', { type: 'button', class: 'quiet', onclick: () => this.count() }, 'Refresh');
    this.node = h(
      'section',
      { class: 'panel' },
      h('div', { class: 'panel-head' }, h('h2', null, 'By reason'), h('div', { class: 'age' }, this.#age, refresh)),
      this.#place,
    );
  }

  async count() {
    if (this.#counting) {
      return;
    }
    this.#counting = true;
    this.#asOf = null;
    this.#changes = 0;
    let began;
    await load(
      this.#place,
      () => {
        began = Date.now();
        return Promise.all([get(path(['quarantine', 'groups'], { by: 'reason' }), this.signal), catalog()]);
      },
      ([found, known]) => {
        this.#asOf = began;
        this.#say();
        return grouped(found, this.filter, known);
      },
    );
    this.#counting = false;
    this.#say();
  }

  /** @param {number} changes since the count; Infinity if unknown */
  changed(changes = 1) {
    this.#changes += changes;
    this.#say();
  }

  #say() {
    const since = Number.isFinite(this.#changes) ? plural(this.#changes, 'change', 'changes') : 'changes';
    show(this.#age, this.#asOf !== null && [`as of ${clock(this.#asOf)}`, this.#changes > 0 && `, ${since} since`]);
  }
}

function grouped({ groups, skipped }, filter, known) {
  const strangers =
    skipped > 0 && notice('warn', `${plural(skipped, 'record', 'records')} skipped, because Hapax did not write them.`);
  if (groups.length === 0) {
    return [strangers, empty('No open cases.')];
  }
  return [strangers, reasons(groups, filter, known)];
}

function reasons(groups, filter, known) {
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
          h('span', { title: reasonOf(known, group.reason).description }, group.reason),
        ),
        h('small', null, group.explanation),
      ),
    ),
  );
}

function filters(filter, { reasons: known, states }) {
  const any = (names) => [['', 'any'], ...names.map((name) => [name, name])];
  const text = (name) => h('input', { name, value: filter[name], autocomplete: 'off', spellcheck: 'false' });
  const form = h(
    'form',
    { class: 'filters', role: 'search' },
    field('Reason', select('reason', any(known.map(({ reason }) => reason)), filter.reason)),
    field('Disposition', select('disposition', any([...new Set(known.map(({ disposition }) => disposition))]), filter.disposition)),
    field('State', select('state', [['', 'unresolved'], ...states.map(({ state }) => [state, state]), ['all', 'all']], filter.state)),
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

/** New cases are added on top, changed ones are updated in place. */
function follow(feed, list, filter, groups, signal) {
  feed.addEventListener(
    'lost',
    () => {
      list.reset();
      groups.changed(Infinity);
    },
    { signal },
  );
  feed.addEventListener(
    'quarantine',
    ({ detail }) => {
      if (matches(detail, filter)) {
        list.put(detail);
      }
      groups.changed();
    },
    { signal },
  );
  feed.addEventListener(
    'case',
    ({ detail }) => {
      list.change(detail.case, { state: detail.state, owner: detail.owner });
      groups.changed();
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
