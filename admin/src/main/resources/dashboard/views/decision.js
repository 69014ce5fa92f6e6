/** The decisions about one identity. */

import { get, path } from '../api.js';
import { h } from '../dom.js';
import { coordinates } from '../format.js';
import { badge, code, empty, facts, important, link, load, panel, route, when } from '../parts.js';

/** One response covers a limited range. After so many empty ones, the user decides whether to continue. */
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
        // The requested generation first; the others show how often the identity acted, and when.
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
    const button = h('button', { type: 'button' }, 'Search older decisions');
    button.addEventListener('click', async () => {
      button.disabled = true;
      button.textContent = 'Searching …';
      await look(before);
      (place.querySelector('button') ?? heading).focus();
    });
    return button;
  };
  look(null);
  return [h('p', { class: 'trail' }, link(route('decisions'), 'Decisions'), ' / ', code(name)), place];
}

/** Searches back in time; returns the next cursor if nothing was found yet. */
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
    'Related',
    facts([
      ['Guard', link(route('keys', name), 'Guard entries of this identity')],
      ['Quarantine', link(route('quarantine', undefined, { identity: name, state: 'all' }), 'Cases of this identity')],
    ]),
  );
}

function none(further) {
  return further
    ? h('div', { class: 'pager' }, empty('No decision found yet. Older decisions have not been searched.'), further)
    : empty('No decision within the retention of the topic.');
}

function decided(decision) {
  return panel(
    decision.generation === 0 ? 'Decision' : `Decision of replay generation ${decision.generation}`,
    facts([
      ['Label', [badge(decision.label, 'plain'), ' ', important(decision)]],
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
