/** What several views show of a delivery. */

import { get, path } from './api.js';
import { beginning } from './delivery-message.js';
import { h } from './dom.js';
import { bytes } from './format.js';
import { badge, code, copyButton, empty, facts, identityLink, link, load, route, when } from './parts.js';

const LONGEST_NAME = 300;
const LONGEST_TITLE = 200;
const LONGEST_REASON = 2000;
const COORDINATES = /^[\w.-]+-\d+@\d+$/;
/** Beyond this year, a time means never. */
const FOREVER = Date.UTC(9999, 0);

/** Without a subject that an event does not know. */
export function known(event) {
  const { subject, ...rest } = event;
  return subject === null || subject === undefined ? rest : event;
}

/** The subject, or the id of a delivery that has none. */
export function titleOf({ subject, id }, longest = LONGEST_TITLE) {
  return h('bdi', null, beginning(subject || id, longest));
}

export function name(text, longest = LONGEST_NAME) {
  return code(beginning(text, longest));
}

export function target({ channel, target: address }, longest = LONGEST_NAME) {
  return [h('bdi', null, beginning(address, longest)), ' ', h('span', { class: 'muted' }, `by ${channel}`)];
}

/** Low scores are reviewed first. */
export function score({ score: number }) {
  return badge(number.toFixed(2), number < 0.5 ? 'warn' : 'plain');
}

export function hash({ sha256, size }) {
  return [
    h('code', { title: sha256 }, `${sha256.slice(0, 12)}…`),
    ` ${bytes(size)} `,
    copyButton(() => sha256, 'the SHA-256'),
  ];
}

/** A link to the decision about an identity, or to the case of a quarantined message. */
export function cause({ cause: text }) {
  if (!text) {
    return null;
  }
  const short = text.length <= LONGEST_NAME;
  if (COORDINATES.test(text)) {
    return [code(text), ' ', link(route('quarantine', text), 'its case, if it was quarantined')];
  }
  return short ? identityLink('decisions', text) : name(text);
}

/** Why it is to be sent: the decision that caused it. Loaded when it is opened, because it may take a search. */
export function decisionBehind({ cause: identity }, signal) {
  if (!identity || identity.length > LONGEST_NAME || identity.includes('***') || COORDINATES.test(identity)) {
    return null;
  }
  const place = h('div');
  const look = (event) =>
    event.target.open &&
    load(
      place,
      () => get(path(['decisions'], { identity, limit: 1 }), signal),
      ({ items: [decision] }) =>
        decision
          ? facts([
              ['Label', [badge(decision.label, 'plain'), ' ', when(decision.at)]],
              ['Reason', decision.reason && h('bdi', null, beginning(decision.reason, LONGEST_REASON))],
              ['Rule', decision.rule && code(decision.rule)],
              ['Score', decision.score],
            ])
          : empty('No recent decision about this cause.'),
    );
  return h('details', { ontoggle: look }, h('summary', null, 'The decision behind it'), place);
}

export function time(instant) {
  return instant && Date.parse(instant) < FOREVER ? when(instant) : null;
}
