/** One quarantined message: reason, content, history and actions. */

import { get, path } from '../api.js';
import { caseActions } from '../case-actions.js';
import { catalog, reasonOf } from '../catalog.js';
import { h, show } from '../dom.js';
import { count } from '../format.js';
import { hexView } from '../hex.js';
import {
  badge,
  code,
  empty,
  facts,
  identityLink,
  link,
  list,
  load,
  notice,
  panel,
  route,
  table,
  when,
} from '../parts.js';

const FIRST_BYTES = 512;
/** A browser renders this much without a pause, whatever the message contains. */
const MOST_BYTES = 256 * 1024;
const MOST_HEADERS = 200;
const LONGEST_NAME = 200;
const LONGEST_INLINE = 500;
const LONGEST_VALUE = 4 * 1024;

/** @param {import('../app.js').Visit} visit */
export function caseView({ feed, name, signal }, heading) {
  heading.textContent = 'Case';
  const news = h('div');
  const place = h('div', { class: 'stack' });
  const ask = () => Promise.all([get(path(['quarantine', name]), signal), feed.knownStatus(), catalog()]);
  const read = () => load(place, ask, ([found, status, known]) => page(found, status, known, read));
  feed.addEventListener(
    'case',
    ({ detail }) => {
      if (detail.case === name) {
        show(news, notice('info', `${detail.did} by ${detail.by}, `, when(detail.at)));
        read();
      }
    },
    { signal },
  );
  feed.addEventListener('quarantine', ({ detail }) => detail.case === name && read(), { signal });
  feed.addEventListener('lost', read, { signal });
  read();
  return [h('p', { class: 'trail' }, link(route('quarantine'), 'Quarantine'), ' / ', code(name)), news, place];
}

function page(found, status, known, changed) {
  return [
    h(
      'div',
      { class: 'columns' },
      h('div', { class: 'stack' }, summary(found, known), payload(found), headers(found)),
      h('div', { class: 'stack' }, caseActions(found, status, known, changed), history(found)),
    ),
    found.stackTrace &&
      h(
        'details',
        { class: 'panel' },
        h('summary', null, h('h2', null, 'Stack trace')),
        h('pre', { tabindex: '0' }, found.stackTrace),
      ),
  ];
}

function summary(found, known) {
  const { description, advice } = reasonOf(known, found.reason);
  return panel(
    'Reason',
    h('p', { class: 'explanation' }, found.explanation),
    facts([
      ['State', [badge(found.state), found.owner && ` to ${found.owner}`]],
      ['Reason', [badge(found.reason, 'warn'), kind(found), ` in ${found.phase}`]],
      ['Meaning', description],
      ['Next action', advice ?? found.nextAction],
      ['Identity', found.identity && identityLink('keys', found.identity)],
      ['Source', found.source],
      [
        'Event time',
        typeof found.timestamp === 'number' && found.timestamp >= 0 && when(new Date(found.timestamp).toISOString()),
      ],
      ['Quarantined', [when(found.quarantinedAt), ' as ', code(found.stored)]],
      ['Attempts', `${count(found.attempts)}, generation ${found.generation}`],
      ['Cause', found.cause && code(found.cause)],
    ]),
  );
}

/** The disposition CONFLICT repeats the reason. */
function kind({ reason, disposition }) {
  return disposition !== reason && ` ${disposition},`;
}

function payload(found) {
  if (found.omitted) {
    return panel(
      'Payload',
      notice(
        'info',
        `Too large for quarantine (quarantine.max-record-bytes): ${found.omitted.parts.join(', ')}. ` +
          `The original is at ${found.omitted.original}.`,
      ),
      found.omitted.valueSha256 && empty(`${found.omitted.valueBytes} bytes, SHA-256 ${found.omitted.valueSha256}`),
    );
  }
  if (found.payloadKind === 'tombstone') {
    return panel('Payload', empty('No value (tombstone).'));
  }
  return panel(
    found.payloadKind === 'binary' ? 'Payload' : `Payload as ${found.payloadKind}`,
    found.masked && notice('info', 'Fields of this message are masked (admin.mask).'),
    found.payload === null || found.payload === undefined
      ? empty(found.masked ? 'Hidden: admin.mask is set, and the fields of this message are unknown.' : 'Not text. See the bytes below.')
      : h('pre', { class: 'payload', tabindex: '0', 'aria-label': 'Payload' }, found.payload),
    found.payloadCut && empty('Truncated: the message is too long for this page.'),
    bytesOf(found),
  );
}

function bytesOf(found) {
  if (!found.value) {
    return null;
  }
  const value = Uint8Array.from(atob(found.value), (character) => character.charCodeAt(0));
  const view = h(
    'pre',
    { class: 'hex', tabindex: '0', 'aria-label': 'Bytes' },
    hexView(value.subarray(0, FIRST_BYTES)),
  );
  const shown = Math.min(value.length, MOST_BYTES);
  const rest = h(
    'button',
    { type: 'button', class: 'quiet' },
    shown === value.length ? `Show all ${count(shown)} bytes` : `Show the first ${count(shown)} bytes`,
  );
  rest.addEventListener('click', () => {
    view.textContent = hexView(value.subarray(0, shown));
    rest.remove();
  });
  return h(
    'details',
    { open: found.payloadKind === 'binary' },
    h('summary', null, `Bytes (${count(value.length)})`),
    view,
    value.length > FIRST_BYTES && rest,
  );
}

function headers(found) {
  const key =
    found.key && new TextDecoder().decode(Uint8Array.from(atob(found.key), (character) => character.charCodeAt(0)));
  const all = found.headers ?? [];
  return panel(
    'Key and headers',
    all.length > MOST_HEADERS && empty(`Showing the first ${MOST_HEADERS} of ${count(all.length)} headers.`),
    list(
      table(
        {
          title: 'Key and headers',
          columns: [
            { name: 'Name', of: ([name]) => code(beginning(name, LONGEST_NAME)) },
            {
              name: 'Value',
              wide: true,
              of: ([, value, instead = 'none']) =>
                value === null ? h('span', { class: 'muted' }, instead) : shown(value),
            },
          ],
        },
        [['(key)', key ?? null, found.keyMasked ? 'masked' : 'none'], ...all.slice(0, MOST_HEADERS)],
      ),
    ),
  );
}

/** A long value scrolls, so that it does not push the actions away. */
function shown(value) {
  return value.length <= LONGEST_INLINE
    ? code(value)
    : h('pre', { tabindex: '0', 'aria-label': 'Value' }, beginning(value, LONGEST_VALUE));
}

function beginning(text, longest) {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${count(text.length)} characters)`;
}

function history(found) {
  const failures = (found.failures ?? []).map((failure) => ({
    at: failure.at,
    text: ['quarantined as ', badge(failure.reason, 'warn'), `, attempt ${failure.attempt}`],
  }));
  const changes = (found.history ?? []).map((change) => ({
    at: change.at,
    text: [h('strong', null, change.action), ` by ${change.actor}`, change.reason && `: ${change.reason}`],
    detail: change.detail,
  }));
  const all = [...failures, ...changes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return panel(
    'History',
    h(
      'ol',
      { class: 'history' },
      all.map(({ at, text, detail }) =>
        h(
          'li',
          null,
          when(at),
          ' ',
          text,
          detail && (detail.includes('\n') ? h('pre', { tabindex: '0' }, detail) : h('p', null, detail)),
        ),
      ),
    ),
  );
}
