/** What can be done with a case: each as a button, and as the command line says it. */

import { path, post } from './api.js';
import { act } from './dialogs.js';
import { h } from './dom.js';
import { shellWord } from './format.js';
import { aboutEnds, inField, withEndsOf } from './line-ends.js';
import { commandLine, empty, notice, panel } from './parts.js';
import { asActor, reasonField, writesOff } from './writes.js';

const RESOLVED = ['replayed', 'dropped'];

/**
 * @param {object} found the case
 * @param {object} status of the instance
 * @param {() => void} changed called when something was done
 */
export function caseActions(found, status, changed) {
  const resolved = RESOLVED.includes(found.state);
  const off = writesOff(status);
  const offered = actions(found).filter(({ name }) => !resolved || name === 'note');
  const run = (action) =>
    act({ ...action, submit: (values) => submit(found, action, values, changed), done: told });
  return panel(
    'What can be done',
    resolved && empty(`It is ${found.state}: only notes can be added.`),
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

/** What was done, and what became of it. */
function told({ said, outcome }) {
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
        ? 'It is parked, having failed too often: this gives it again all the same.'
        : 'Gives the message again as it is, byte for byte.',
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
      intro: 'Closes it for good: nobody will act on this message.',
      fields: [reasonField(true)],
      command: line(found, 'drop', (values) => option('--reason', values.reason, '…')),
      body: ({ reason: why }) => ({ reason: why }),
    },
    {
      name: 'assign',
      title: 'Assign this case',
      verb: 'Assign',
      intro: 'Says who looks after it.',
      fields: [
        {
          name: 'owner',
          label: 'Owner',
          hint: 'Empty gives it back.',
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
      verb: 'Note',
      intro: 'Adds something to its history.',
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

/** JSON is mended by what is to change, so that nothing that is masked or laid out gets into it; the rest as a whole. */
function edit(found) {
  const json = found.payloadKind === 'json';
  const whole = json || found.masked || found.payloadCut ? '' : (found.payload ?? '');
  const forced = found.state === 'parked';
  const edited = (change) => Boolean(change?.trim()) && change !== inField(whole);
  return {
    name: 'edit',
    title: 'Edit and replay this case',
    verb: 'Edit',
    intro: 'Mends the message and gives it again; the difference goes on record.',
    fields: [
      json
        ? {
            name: 'change',
            label: 'JSON merge patch',
            hint: 'Only what changes, such as {"currency": "EUR"}; null removes a member.',
            control: area(6, whole),
          }
        : {
            name: 'change',
            label: 'The whole new message',
            hint: startsEmpty(found) ?? aboutEnds(whole),
            control: area(10, whole),
          },
      {
        name: 'timestamp',
        label: 'Event time',
        hint: 'Such as now; stays as it is when empty.',
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
    return 'Parts of it are masked, so it starts empty.';
  }
  return payloadCut ? 'It is too long for this page, so it starts empty: better use the command line.' : null;
}

/** What the command line is given of the message; something, where nothing else is said to change. */
function changeOption(json, change, timestamp) {
  if (change === null && timestamp) {
    return '';
  }
  return json ? option('--patch', change && oneLine(change), '{"…": …}') : ' --value-file FILE';
}

function area(rows, text) {
  return h('textarea', { name: 'change', rows, spellcheck: 'false', class: 'mono' }, text);
}

/** The instance knows its configuration file; the words after the case are what was typed. */
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
