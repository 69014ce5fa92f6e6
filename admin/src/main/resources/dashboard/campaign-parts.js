/** What several views show of a campaign. */

import { beginning } from './delivery-message.js';
import { h } from './dom.js';
import { count, duration, percent } from './format.js';
import { badge, progress, route } from './parts.js';

const LONGEST_NAME = 300;
/** The states of deliveries that are still to be sent; all others need no further attempt. */
const AHEAD = ['AWAITING_APPROVAL', 'APPROVED', 'DUE', 'CLAIMED'];
/** In the order of a bar, with what they mean. */
const STATES = [
  ['SENT', 'good'],
  ['REFUSED', 'bad'],
  ['STRANDED', 'warn'],
  ['SUPPRESSED', 'plain'],
  ['EXPIRED', 'plain'],
  ['REJECTED', 'plain'],
  ['CANCELLED', 'plain'],
  ['ABANDONED', 'plain'],
  ['CLAIMED', 'ahead'],
  ['DUE', 'ahead'],
  ['APPROVED', 'ahead'],
  ['AWAITING_APPROVAL', 'ahead'],
];

export function campaignName(id, longest = LONGEST_NAME) {
  return h('code', null, h('bdi', null, beginning(id, longest)));
}

/** The template of the subject. */
export function campaignSubject({ subject }, longest = LONGEST_NAME) {
  return h('bdi', null, beginning(subject ?? '', longest));
}

/** How many recipients need no further attempt. */
export function finished({ recipients, states }) {
  return recipients - AHEAD.reduce((sum, state) => sum + (states[state] ?? 0), 0);
}

/** A bar, and its numbers. */
export function campaignProgress(campaign) {
  const done = finished(campaign);
  return campaign.recipients === 0
    ? h('span', { class: 'muted' }, 'no recipients')
    : [
        progress(`Progress of ${beginning(campaign.id, LONGEST_NAME)}`, done, campaign.recipients),
        ' ',
        h('small', { class: 'counted' }, `${count(done)} of ${count(campaign.recipients)}`),
      ];
}

/** All recipients as a bar, by what became of them. */
export function stateBar({ recipients, states }) {
  const parts = STATES.filter(([state]) => states[state] > 0);
  const words = parts.map(([state]) => `${state} ${percent(states[state] / recipients)}`).join(', ');
  return h(
    'div',
    { class: 'state-bar', role: 'img', 'aria-label': words || 'No recipients' },
    parts.map(([state, tone]) => {
      const part = h('span', { class: tone, title: `${state} ${count(states[state])}` });
      part.style.flexGrow = String(states[state]);
      return part;
    }),
  );
}

/** A delivery of a campaign stays in its first state until it is its turn, also when it is approved. */
function stateBadge(state, status) {
  return state === 'AWAITING_APPROVAL' && status !== 'DRAFT' ? badge('QUEUED', 'info') : badge(state);
}

/** Each state with the deliveries that are in it; together they are all recipients. */
export function stateCounts({ id, status, recipients, states }) {
  const all = STATES.filter(([state]) => states[state] > 0);
  // A state that only a newer version has must not be missing from a sum.
  const others = Object.keys(states).filter((state) => states[state] > 0 && !STATES.some(([known]) => known === state));
  return h(
    'ul',
    { class: 'groups states', 'aria-label': 'By state' },
    [...all.map(([state]) => state), ...others].map((state) =>
      h(
        'li',
        null,
        h(
          'a',
          { href: route('deliveries', undefined, { tab: 'all', campaign: id, state }) },
          h('strong', null, count(states[state])),
          stateBadge(state, status),
        ),
      ),
    ),
    h(
      'li',
      { class: 'sum' },
      h(
        'a',
        { href: route('deliveries', undefined, { tab: 'all', campaign: id }) },
        h('strong', null, count(recipients)),
        'together',
      ),
    ),
  );
}

/** An estimate: the rate changes. Events do not have it, so it may be from before the campaign ended. */
export function remaining({ status, remainingSeconds }) {
  return status === 'RUNNING' && typeof remainingSeconds === 'number' ? `about ${duration(remainingSeconds)}` : null;
}
