/** The actions for a case, each as a button and as a command line. */

import { path, post } from './api.js';
import { act } from './dialogs.js';
import { h } from './dom.js';
import { shellWord } from './format.js';
import { aboutEnds, inField, withEndsOf } from './line-ends.js';
import { commandLine, empty, notice, panel } from './parts.js';
import { asActor, reasonField, writesOff } from './writes.js';

/**
 * @param {object} found the case
 * @param {object} status of the instance
 * @param {{states: {state: string, resolved: boolean}[]}} catalog
 * @param {() => void} changed called after a change
 */
export function caseActions(found, status, { states }, changed) {
  const resolved = states.some(({ state, resolved: closed }) => closed && state === found.state);
  const off = writesOff(status);
  const offered = actions(found).filter(({ name }) => !resolved || name === 'note');
  const run = (action) =>
    act({ ...action, submit: (values) => submit(found, action, values, changed), done: resultText });
  return panel(
    'Actions',
    resolved && empty(`This case is ${found.state}. You can only add notes.`),
    off && notice('warn', off),
    h(
      'ul',
      { class: 'actions' },
      offered.map((action) =>
        h(
          'li',
          null,
          h(
            'button',
            {
              type: 'button',
              disabled: Boolean(off),
              class: action.danger ? 'danger' : null,
              onclick: () => run(action),
            },
            action.verb,
          ),
          h('span', null, action.intro),
          commandLine(() => action.command({})).node,
        ),
      ),
    ),
  );
}

/** What was done, and its outcome. */
function resultText({ said, outcome }) {
  return outcome ? `${said}: ${outcome.said}` : said;
}

async function submit(found, action, values, changed) {
  const answer = await post(path(['quarantine', found.case, action.name]), action.body(values));
  changed();
  return answer;
}

function actions(found) {
  const parked = found.state === 'parked';
  return [
    {
      name: 'replay',
      title: 'Replay this case',
      verb: 'Replay',
      intro: parked
        ? 'Reprocess the original message unchanged, although the case is parked because it failed too often.'
        : 'Reprocess the original message unchanged.',
      fields: [reasonField(false)],
      command: line(found, 'replay', (values) => `${parked ? ' --force' : ''}${option('--reason', values.reason)}`),
      body: ({ reason: why }) => ({ reason: why || null, force: parked }),
    },
    edit(found),
    {
      name: 'drop',
      title: 'Drop this case',
      verb: 'Drop',
      danger: true,
      intro: 'Close the case permanently. The message is not processed.',
      fields: [reasonField(true)],
      command: line(found, 'drop', (values) => option('--reason', values.reason, '…')),
      body: ({ reason: why }) => ({ reason: why }),
    },
    {
      name: 'assign',
      title: 'Assign this case',
      verb: 'Assign',
      intro: 'Set the owner of this case.',
      fields: [
        {
          name: 'owner',
          label: 'Owner',
          hint: 'Leave empty to remove the owner.',
          control: h('input', { name: 'owner', value: found.owner, maxlength: 200 }),
        },
      ],
      command: line(found, 'assign', (values) =>
        values.owner === '' ? ' --nobody' : option('--to', values.owner, 'NAME'),
      ),
      body: ({ owner }) => ({ owner: owner || null }),
    },
    {
      name: 'note',
      title: 'Add a note',
      verb: 'Add note',
      intro: 'Add a note to the history of this case.',
      fields: [
        {
          name: 'text',
          label: 'Note',
          control: h('textarea', { name: 'text', required: true, rows: 3, maxlength: 4000 }),
        },
      ],
      command: line(found, 'note', (values) => option('--reason', values.text, '…')),
      body: ({ text }) => ({ text }),
    },
  ];
}

/** JSON is edited by a patch, so that masking and layout cannot get into the message; other values as a whole. */
function edit(found) {
  const json = found.payloadKind === 'json';
  const whole = json || found.masked || found.payloadCut ? '' : (found.payload ?? '');
  const forced = found.state === 'parked';
  const edited = (change) => Boolean(change?.trim()) && change !== inField(whole);
  return {
    name: 'edit',
    title: 'Edit and replay this case',
    verb: 'Edit and replay',
    intro: 'Change the message and reprocess it. The history records the difference.',
    fields: [
      json
        ? {
            name: 'change',
            label: 'JSON merge patch',
            hint: 'Only the changed members, such as {"currency": "EUR"}. null removes a member.',
            control: area(6, whole),
          }
        : {
            name: 'change',
            label: 'New message',
            hint: startsEmpty(found) ?? aboutEnds(whole),
            control: area(10, whole),
          },
      {
        name: 'timestamp',
        label: 'Event time',
        hint: 'A time, or now. Leave empty to keep the original.',
        control: h('input', { name: 'timestamp', autocomplete: 'off' }),
      },
      reasonField(true),
    ],
    command: line(
      found,
      'edit',
      (values) =>
        changeOption(json, edited(values.change) ? values.change : null, values.timestamp) +
        option('--timestamp', values.timestamp) +
        option('--reason', values.reason, '…') +
        (forced ? ' --force' : ''),
    ),
    body: ({ change, timestamp, reason: why }) => ({
      reason: why,
      force: forced,
      ...(timestamp && { timestamp }),
      ...(edited(change) && (json ? { patch: JSON.parse(change) } : { value: base64(withEndsOf(whole, change)) })),
    }),
  };
}

function startsEmpty({ masked, payloadCut }) {
  if (masked) {
    return 'Empty, because parts of the message are masked.';
  }
  return payloadCut ? 'Empty, because the message is too long for this page. Use the command line instead.' : null;
}

/** The option for the new message; a placeholder if nothing else changes either. */
function changeOption(json, change, timestamp) {
  if (change === null && timestamp) {
    return '';
  }
  return json ? option('--patch', change && oneLine(change), '{"…": …}') : ' --value-file FILE';
}

function area(rows, text) {
  return h('textarea', { name: 'change', rows, spellcheck: 'false', class: 'mono' }, text);
}

/** The instance knows its configuration file; the options after the case come from the form. */
function line(found, name, options) {
  const start = found.commands?.[name]?.split(found.case)[0] ?? `hapax quarantine ${name} -c FILE `;
  return (values) => `${start}${shellWord(found.case)}${options(values)}${asActor()}`;
}

function option(name, value, placeholder) {
  if (value) {
    return ` ${name} ${shellWord(value)}`;
  }
  return placeholder ? ` ${name} '${placeholder}'` : '';
}

function oneLine(json) {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}

function base64(text) {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
