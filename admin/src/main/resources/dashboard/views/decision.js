/** What was decided about one identity, and why. */

import { get, path } from '../api.js';
import { h } from '../dom.js';
import { coordinates } from '../format.js';
import { badge, code, empty, facts, important, link, load, panel, route, when } from '../parts.js';

/** One answer of the instance goes back only so far. So many are asked for before the reader is. */
const ANSWERS = 5;

/** @param {import('../app.js').Visit} visit */
export function decisionView({ name, query, signal }, heading) {
  heading.textContent = 'Decision';
  const place = h('div', { class: 'stack' });
  const generation = Number(query.get('generation') ?? 0);
  const look = (before) =>
    load(
      place,
      () => find(name, before, signal),
      ({ items, next }) => {
        // The one that was asked for first; the others show how often the identity acted, and when.
        const ordered = [...items].sort(
          (a, b) => Number(b.generation === generation) - Number(a.generation === generation),
        );
        return h(
          'div',
          { class: 'columns' },
          h('div', { class: 'stack' }, items.length === 0 && none(next && further(next)), ordered.map(decided)),
          elsewhere(name),
        );
      },
    );
  const further = (before) => {
    const button = h('button', { type: 'button' }, 'Look further');
    button.addEventListener('click', async () => {
      button.disabled = true;
      button.textContent = 'Looking …';
      await look(before);
      (place.querySelector('button') ?? heading).focus();
    });
    return button;
  };
  look(null);
  return [h('p', { class: 'trail' }, link(route('decisions'), 'Decisions'), ' / ', code(name)), place];
}

/** Goes back in time until something is found; what is found may be nothing, with where to look next. */
async function find(identity, start, signal) {
  let before = start;
  for (let answers = 0; answers < ANSWERS; answers += 1) {
    const page = await get(path(['decisions'], { identity, before, limit: 50 }), signal);
    if (page.items.length > 0 || !page.next) {
      return { items: page.items, next: null };
    }
    before = page.next;
  }
  return { items: [], next: before };
}

function elsewhere(name) {
  return panel(
    'Elsewhere',
    facts([
      ['Guard', link(route('keys', name), 'What the guard remembers of it')],
      ['Quarantine', link(route('quarantine', undefined, { identity: name, state: 'all' }), 'Cases of this identity')],
    ]),
  );
}

function none(further) {
  return further
    ? h('div', { class: 'pager' }, empty('No decision about it so far. There are older ones to look through.'), further)
    : empty('No decision about it in the history that is kept.');
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
