/** The effective settings of the instance. */

import { get, path } from '../api.js';
import { h, show } from '../dom.js';
import { code, empty, field, load, panel, table } from '../parts.js';

const SETTINGS = {
  columns: [
    { name: 'Setting', wide: true, of: ([name]) => code(name) },
    {
      name: 'Value',
      wide: true,
      of: ([, value]) => (value === '***' ? h('span', { class: 'muted' }, '*** (secret)') : code(value)),
    },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function configurationView({ signal }) {
  const place = h('div', { class: 'stack' });
  const wanted = h('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  load(
    place,
    () => get(path(['config']), signal),
    (config) => {
      const settings = flat(config);
      const found = h('div', { class: 'stack settings' });
      const filter = () => show(found, sections(settings, wanted.value.trim().toLowerCase()));
      wanted.addEventListener('input', filter);
      filter();
      return found;
    },
  );
  return [
    h(
      'form',
      { class: 'filters', role: 'search', onsubmit: (event) => event.preventDefault() },
      field('Search', wanted, 'By name or value, such as ttl or 24h.'),
    ),
    place,
  ];
}

/** `guard.ttl` and its value, for every leaf. */
function flat(value, name = '') {
  if (value !== null && typeof value === 'object' && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, each]) => {
      const part = Array.isArray(value) ? `[${key}]` : name ? `.${key}` : key;
      return flat(each, name + part);
    });
  }
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
}

function sections(settings, wanted) {
  const found = settings.filter(([name, value]) => `${name} ${value}`.toLowerCase().includes(wanted));
  if (found.length === 0) {
    return empty(`No setting matches “${wanted}”.`);
  }
  const groups = new Map();
  for (const each of found) {
    groups.set(sectionOf(each[0]), [...(groups.get(sectionOf(each[0])) ?? []), each]);
  }
  return [...groups].map(([title, items]) => panel(title, table({ title, ...SETTINGS }, items)));
}

function sectionOf(name) {
  return /[.[]/.test(name) ? name.split(/[.[]/)[0] : 'general';
}
