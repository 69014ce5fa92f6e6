/** The history of decisions, newest first; all, alerts only, or those of one identity. */

import { get, path } from '../api.js';
import { h } from '../dom.js';
import { PagedList } from '../paged.js';
import { badge, decisionLink, field, important, route, select, when } from '../parts.js';

const PAGE = 50;

const DECISIONS = {
  title: 'Decisions',
  id: (decision) => decision.id,
  columns: [
    { name: 'When', of: (decision) => when(decision.at) },
    { name: 'Label', of: (decision) => [badge(decision.label, 'plain'), ' ', important(decision)] },
    { name: 'Reason', wide: true, of: (decision) => decision.reason },
    { name: 'Source', of: (decision) => decision.source },
    { name: 'Identity', wide: true, of: decisionLink },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function decisionsView({ query, signal }) {
  const identity = query.get('identity') ?? '';
  const alerts = query.get('only') === 'alerts';
  const list = new PagedList(
    DECISIONS,
    (before) =>
      get(path([alerts ? 'alerts' : 'decisions'], { limit: PAGE, before, identity: alerts ? null : identity }), signal),
    identity ? 'No decision about this identity within the retention of the topic.' : 'No decisions yet.',
  );
  list.reset();
  return [
    search(identity, alerts),
    h('section', { class: 'panel' }, h('h2', null, alerts ? 'Alerts' : 'Decisions'), list.node),
  ];
}

function search(identity, alerts) {
  const what = select(
    'only',
    [
      ['', 'All decisions'],
      ['alerts', 'Alerts'],
    ],
    alerts ? 'alerts' : '',
  );
  const name = h('input', {
    type: 'search',
    name: 'identity',
    value: identity,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const go = (event) => {
    event.preventDefault();
    location.hash = name.value.trim()
      ? route('decisions', undefined, { identity: name.value.trim() })
      : route('decisions', undefined, { only: what.value });
  };
  what.addEventListener('change', (event) => {
    name.value = '';
    go(event);
  });
  return h(
    'form',
    { class: 'filters', role: 'search', onsubmit: go },
    field('Show', what),
    field('Identity', name),
    h('button', { type: 'submit' }, 'Search'),
  );
}
