/** What was decided about one identity, and why. */

import { get, path } from '../api.js';
import { h } from '../dom.js';
import { coordinates } from '../format.js';
import { badge, code, empty, facts, important, link, load, panel, route, when } from '../parts.js';

/** @param {import('../app.js').Visit} visit */
export function decisionView({ name, query, signal }, heading) {
  heading.textContent = 'Decision';
  const place = h('div', { class: 'stack' });
  const generation = Number(query.get('generation') ?? 0);
  load(
    place,
    () => find(name, signal),
    (items) => {
      // The one that was asked for first; the others show how often the identity acted, and when.
      const ordered = [...items].sort(
        (a, b) => Number(b.generation === generation) - Number(a.generation === generation),
      );
      return [
        panel(
          'Elsewhere',
          facts([
            ['Guard', link(route('keys', name), 'What the guard remembers of it')],
            [
              'Quarantine',
              link(route('quarantine', undefined, { identity: name, state: 'all' }), 'Cases of this identity'),
            ],
          ]),
        ),
        items.length === 0 && empty('No decision about it in the history that is kept.'),
        ordered.map(decided),
      ];
    },
  );
  return [h('p', { class: 'trail' }, link(route('decisions'), 'Decisions'), ' / ', code(name)), place];
}

/** Goes back in time until something is found: one answer looks only so far. */
async function find(identity, signal) {
  let before = null;
  do {
    const page = await get(path(['decisions'], { identity, before, limit: 50 }), signal);
    if (page.items.length > 0) {
      return page.items;
    }
    before = page.next;
  } while (before);
  return [];
}

function decided(decision) {
  return panel(
    decision.generation === 0 ? 'Decided' : `Decided again, generation ${decision.generation}`,
    facts([
      ['What', [badge(decision.label, 'plain'), ' ', important(decision)]],
      ['Reason', decision.reason],
      ['Rule', decision.rule && code(decision.rule)],
      ['Score', decision.score],
      ['Classifier', decision.classifier && code(decision.classifier)],
      ['Source', decision.source],
      ['Committed', when(decision.at)],
      ['Event time', decision.eventTime && when(decision.eventTime)],
      ['Message', code(coordinates(decision.coordinates))],
      ['Record', code(decision.id)],
      ['Fingerprint', decision.fingerprint && code(decision.fingerprint)],
    ]),
  );
}
