import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { settle, stored } from './fakes.mjs';

const dashboard = '../../main/resources/dashboard';
const { caseActions } = await import(`${dashboard}/case-actions.js`);
const { aboutEnds, inField, withEndsOf } = await import(`${dashboard}/line-ends.js`);

const MAIL = 'Subject: Payment failed\r\nMessage-ID: <7@shop>\r\n\r\nDear all,\r\nit failed.\r\n';
const MIXED = 'one\r\ntwo\nthree\r\nfour\nfive';
const CATALOG = { reasons: [], states: [{ state: 'open', resolved: false }, { state: 'closed', resolved: true }] };

let posted;
globalThis.fetch = async (url, { body }) => {
  posted = JSON.parse(body);
  return { ok: true, status: 200, text: async () => '{"said":"replayed"}' };
};

beforeEach(() => {
  posted = null;
  stored.set('hapax.token', 'secret');
  document.body.replaceChildren();
});

/** The edit dialog, opened by its button. */
function edit(payload, more = {}) {
  const found = { case: 'in-0@7', state: 'open', payloadKind: 'text', payload, ...more };
  const buttons = caseActions(found, { writes: true }, CATALOG, () => {}).all('button');
  buttons.find((button) => button.textContent === 'Edit and replay').dispatchEvent(new Event('click'));
  const dialog = document.body.querySelector('dialog');
  const [timestamp, reason] = dialog.all('input');
  const [message] = dialog.all('textarea');
  return {
    dialog,
    message,
    timestamp,
    reason,
    command: () => dialog.dispatchEvent(new Event('input')) && dialog.textContent.match(/hapax quarantine .*?(?=Copy)/)[0],
    async send() {
      dialog.querySelector('form').dispatchEvent(new Event('submit'));
      await settle();
      return posted;
    },
  };
}

const text = (base64) => Buffer.from(base64, 'base64').toString();

test('quotes the actor for the shell', async () => {
  stored.set('hapax.actor', "Ann O'Neil");
  const { reason, timestamp, command } = edit(MAIL);
  reason.value = 'late';
  timestamp.value = 'now';
  assert.match(command(), / --reason late --as 'Ann O'\\''Neil'$/);

  stored.set('hapax.actor', 'ann');
  assert.match(command(), / --as ann$/);
  stored.delete('hapax.actor');
  assert.doesNotMatch(command(), /--as/);
});

test('keeps a mail unchanged when only its event time changes', async () => {
  const { reason, timestamp, command, send } = edit(MAIL);
  reason.value = 'late';
  timestamp.value = 'now';

  assert.equal(command(), "hapax quarantine edit -c FILE in-0@7 --timestamp now --reason late");
  assert.deepEqual(await send(), { reason: 'late', force: false, timestamp: 'now' });
});

test('keeps CRLF line endings in an edited mail', async () => {
  const { dialog, message, command, send } = edit(MAIL);
  assert.match(dialog.textContent, /Line endings stay CRLF\./);
  message.value = message.value.replace('Dear all,', 'Dear Ann,\ndear Bob,');

  assert.match(command(), / --value-file FILE /);
  assert.equal(text((await send()).value), MAIL.replace('Dear all,', 'Dear Ann,\r\ndear Bob,'));
});

test('keeps every character of an edited message', async () => {
  const { message, send } = edit('pay \u202eevil\u202c\u0007');
  message.value = `${message.value}!`;

  assert.equal(text((await send()).value), 'pay \u202eevil\u202c\u0007!');
});

test('explains what happens to mixed line endings', () => {
  const { dialog } = edit(MIXED);

  assert.match(dialog.textContent, /Mixed line endings: from your first change to your last, they become CRLF/);
});

test('sends a JSON patch as typed', async () => {
  const { message, send } = edit('{\r\n}', { payloadKind: 'json' });
  message.value = '{"currency": "EUR"}';

  assert.deepEqual((await send()).patch, { currency: 'EUR' });
});

test('offers only a note for a state that the catalog calls resolved', () => {
  const verbs = (state) =>
    caseActions({ case: 'in-0@7', state, payloadKind: 'text' }, { writes: true }, CATALOG, () => {})
      .all('button')
      .map((button) => button.textContent)
      .filter((text) => text !== 'Copy');

  assert.deepEqual(verbs('closed'), ['Add note']);
  assert.deepEqual(verbs('open'), ['Replay', 'Edit and replay', 'Drop', 'Assign', 'Add note']);
});

test('keeps the line endings of unchanged lines', () => {
  assert.equal(withEndsOf(MIXED, inField(MIXED)), MIXED);
  assert.equal(withEndsOf(MIXED, 'one\n2\nthree\nfour\nfive'), 'one\r\n2\nthree\r\nfour\nfive');
  assert.equal(withEndsOf(MIXED, 'one\ntwo\nthree\nfive'), 'one\r\ntwo\nthree\r\nfive');
  assert.equal(withEndsOf(MIXED, 'one\ntwo\nnew\nthree\nfour\nfive'), 'one\r\ntwo\nnew\r\nthree\r\nfour\nfive');
  assert.equal(withEndsOf(MIXED, 'one\n2\nthree\n4\nfive'), 'one\r\n2\r\nthree\r\n4\nfive');
  assert.equal(withEndsOf(MIXED, ''), '');
});

test('uses only line endings of the message', () => {
  assert.equal(withEndsOf('', 'new\ntext\n'), 'new\ntext\n');
  assert.equal(withEndsOf('one', 'one\ntwo'), 'one\ntwo');
  assert.equal(withEndsOf('a\rb\r', 'a\nc\nd\n'), 'a\rc\rd\r');
  assert.equal(aboutEnds('one\ntwo'), null);
  assert.equal(aboutEnds(''), null);
});
