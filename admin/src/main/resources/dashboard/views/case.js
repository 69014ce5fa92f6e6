/** One quarantined message: why, what it is, what was done with it, and what can be done. */

import { get, path } from '../api.js';
import { caseActions } from '../case-actions.js';
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
/** What a browser lays out without a pause, whoever wrote the message. */
const MOST_BYTES = 256 * 1024;
const MOST_HEADERS = 200;
const LONGEST_VALUE = 4 * 1024;

/** @param {import('../app.js').Visit} visit */
export function caseView({ feed, name, signal }, heading) {
  heading.textContent = 'Case';
  const news = h('div');
  const place = h('div', { class: 'stack' });
  const ask = () => Promise.all([get(path(['quarantine', name]), signal), feed.knownStatus()]);
  const read = () => load(place, ask, ([found, status]) => page(found, status, read));
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

function page(found, status, changed) {
  return [
    h(
      'div',
      { class: 'columns' },
      h('div', { class: 'stack' }, summary(found), payload(found), headers(found)),
      h('div', { class: 'stack' }, caseActions(found, status, changed), history(found)),
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

function summary(found) {
  return panel(
    'Why it is here',
    h('p', { class: 'explanation' }, found.explanation),
    facts([
      ['State', [badge(found.state), found.owner && ` ${found.owner}’s`]],
      ['Reason', [badge(found.reason, 'warn'), kind(found), ` in ${found.phase}`]],
      ['Usual next step', found.nextAction],
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

/** A conflict is of its own kind, which says nothing more. */
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
          `The whole message is at ${found.omitted.original}.`,
      ),
      found.omitted.valueSha256 && empty(`${found.omitted.valueBytes} bytes, SHA-256 ${found.omitted.valueSha256}`),
    );
  }
  if (found.payloadKind === 'tombstone') {
    return panel('Payload', empty('None: a tombstone.'));
  }
  return panel(
    found.payloadKind === 'binary' ? 'Payload' : `Payload as ${found.payloadKind}`,
    found.masked && notice('info', 'Fields of this message are masked (admin.mask).'),
    found.payload === null || found.payload === undefined
      ? empty(found.masked ? 'What of it is masked can’t be told, so none of it is shown.' : 'Not text: see the bytes.')
      : h('pre', { class: 'payload', tabindex: '0', 'aria-label': 'Payload' }, found.payload),
    found.payloadCut && empty('It goes on: this is the beginning of a message that is too long for this page.'),
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
    all.length > MOST_HEADERS && empty(`The first ${MOST_HEADERS} of ${count(all.length)} headers.`),
    list(
      table(
        {
          title: 'Key and headers',
          columns: [
            { name: 'Name', of: ([name]) => code(name) },
            {
              name: 'Value',
              wide: true,
              of: ([, value, instead = 'none']) =>
                value === null ? h('span', { class: 'muted' }, instead) : code(beginning(value)),
            },
          ],
        },
        [['(key)', key ?? null, found.keyMasked ? 'not shown' : 'none'], ...all.slice(0, MOST_HEADERS)],
      ),
    ),
  );
}

function beginning(text) {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}… (${count(text.length)} characters)`;
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
