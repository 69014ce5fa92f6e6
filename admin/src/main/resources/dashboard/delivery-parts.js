/** What several views show of a delivery. */

import { h } from './dom.js';
import { beginning } from './delivery-message.js';
import { bytes } from './format.js';
import { badge, code, copyButton, identityLink, link, route, when } from './parts.js';

const LONGEST_NAME = 300;
const LONGEST_TITLE = 200;
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

export function time(instant) {
  return instant && Date.parse(instant) < FOREVER ? when(instant) : null;
}
