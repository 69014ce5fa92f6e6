/** The newest entries of the guard. */

import { get, path } from '../api.js';
import { h } from '../dom.js';
import { duration } from '../format.js';
import {
  again,
  badge,
  empty,
  field,
  identityLink,
  important,
  load,
  notice,
  panel,
  route,
  table,
  when,
} from '../parts.js';

const SHOWN = 100;

const KEYS = {
  title: 'Identities',
  columns: [
    {
      name: 'Identity',
      wide: true,
      of: (key) => [identityLink('keys', key.identity), ' ', again(key)],
    },
    { name: 'Outcome', of: (key) => [badge(key.outcome), ' ', key.label, ' ', important(key)] },
    { name: 'First seen', of: (key) => when(key.eventTime) },
    { name: 'Time left', numeric: true, of: (key) => duration(key.secondsLeft) },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function keysView({ query, signal }) {
  const namespace = query.get('namespace') ?? '';
  const place = h('div', { class: 'list' });
  load(
    place,
    () => get(path(['keys'], { namespace, limit: SHOWN }), signal),
    ({ items, more }) => [
      items.length === 0
        ? empty(namespace ? 'The guard has no entries in this namespace.' : 'The guard has no entries yet.')
        : table(KEYS, items),
      more && notice('info', `Showing the newest ${SHOWN}. Look up older ones by name.`),
    ],
  );
  return [lookUp(namespace), panel('Newest guard entries', place)];
}

function lookUp(namespace) {
  const identity = h('input', { type: 'search', name: 'identity', autocomplete: 'off', spellcheck: 'false' });
  const within = h('input', { name: 'namespace', value: namespace, autocomplete: 'off', spellcheck: 'false' });
  const go = (event) => {
    event.preventDefault();
    location.hash = identity.value.trim()
      ? route('keys', identity.value.trim())
      : route('keys', undefined, { namespace: within.value.trim() });
  };
  return h(
    'form',
    { class: 'filters', role: 'search', onsubmit: go },
    field('Identity', identity, 'Including the namespace, such as payments:pay_1de.'),
    field('or namespace', within),
    h('button', { type: 'submit' }, 'Look up'),
  );
}
