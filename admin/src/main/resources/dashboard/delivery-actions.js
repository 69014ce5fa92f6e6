/** What a person can do about a delivery, each as a button and as a command line. */

import { path, post } from './api.js';
import { act } from './dialogs.js';
import { h } from './dom.js';
import { shellWord } from './format.js';
import { code, commandLine, empty, notice, panel } from './parts.js';
import { asActor, reasonField, roleMissing, writesOff } from './writes.js';

const APPROVE = {
  name: 'approve',
  verb: 'Approve',
  role: 'approver',
  states: ['AWAITING_APPROVAL'],
  intro: 'Allow exactly this content to be sent to this target. An edit voids the approval.',
  fields: () => [reasonField(false)],
  body: ({ reason }, { sha256 }) => ({ sha256, ...(reason && { reason }) }),
  options: ({ reason }) => (reason ? ` --reason ${shellWord(reason)}` : ''),
};

const REJECT = {
  name: 'reject',
  verb: 'Reject',
  role: 'approver',
  danger: true,
  states: ['AWAITING_APPROVAL'],
  intro: 'End this delivery. It is never sent.',
  fields: () => [reasonField(true)],
  body: ({ reason }) => ({ reason }),
  options: ({ reason }) => ` --reason ${reason ? shellWord(reason) : "'…'"}`,
};

const CANCEL = {
  name: 'cancel',
  verb: 'Cancel delivery',
  role: 'operator',
  danger: true,
  states: ['AWAITING_APPROVAL', 'APPROVED', 'DUE'],
  intro: 'End this delivery, unless a worker has already claimed it.',
  fields: () => [reasonField(true)],
  body: ({ reason }) => ({ reason }),
  options: ({ reason }) => ` --reason ${reason ? shellWord(reason) : "'…'"}`,
};

const RECONCILE = [
  reconcile('SENT', '--sent', 'It was sent', 'The target has it. This ends the delivery.'),
  reconcile('NOT_SENT', '--not-sent', 'It was not sent', 'The target does not have it. It is sent again.'),
  reconcile(
    'ABANDONED',
    '--abandon',
    'Give up',
    'End this delivery without sending it again, whatever happened.',
    true,
  ),
];

export const ACTIONS = [APPROVE, REJECT, CANCEL, ...RECONCILE];

function reconcile(resolution, option, verb, intro, danger = false) {
  return {
    name: 'reconcile',
    verb,
    danger,
    role: 'operator',
    states: ['STRANDED'],
    intro,
    fields: () => [
      {
        name: 'evidence',
        label: 'Evidence',
        hint: 'How you know, such as a line of the log of the target. Recorded in the history.',
        control: h('textarea', { name: 'evidence', required: true, rows: 3, maxlength: 1000 }),
      },
    ],
    body: ({ evidence }) => ({ resolution, evidence }),
    options: ({ evidence }) => ` ${option} --evidence ${evidence ? shellWord(evidence) : "'…'"}`,
  };
}

/** @returns {string | null} why this user cannot run it here */
export function offFor(action, status) {
  return writesOff(status) ?? roleMissing(action.role);
}

/** The actions that the state of a delivery allows. A campaign is approved as a whole. */
export function actionsOf({ state, campaign }) {
  return ACTIONS.filter((action) => action.states.includes(state) && !(campaign && action === APPROVE));
}

export function commandOf(action, { id }, values = {}) {
  return `hapax deliveries ${action.name} -c FILE ${shellWord(id)}${action.options(values)}${asActor()}`;
}

/** Runs an action with these values, without a dialog. */
export function submit(action, delivery, values) {
  return post(path(['deliveries', delivery.id, action.name]), action.body(values, delivery));
}

/** What became of it, and the command line that does the same. */
export function resultOf(action, { id, state, decided, command }) {
  const result = decided === false ? ' is recorded. The ledger has not decided yet.' : ` is now ${state}.`;
  return [`${action.verb}: `, code(shortened(id)), result, command && [' Command line: ', code(command)]];
}

/** Asks for what an action needs, and runs it. */
export function run(action, delivery, status, changed) {
  return act({
    title: `${action.verb}: ${shortened(delivery.id)}`,
    verb: action.verb,
    danger: action.danger,
    intro: action.intro,
    off: () => offFor(action, status),
    fields: action.fields(),
    command: (values) => commandOf(action, delivery, values),
    submit: async (values) => {
      const answer = await submit(action, delivery, values);
      changed(answer);
      return answer;
    },
    done: (answer) => resultOf(action, answer),
  });
}

function shortened(id) {
  return id.length <= 80 ? id : `${id.slice(0, 80)}…`;
}

/** @param {(answer: object) => void} changed called after a change */
export function deliveryActions(delivery, status, changed) {
  const offered = actionsOf(delivery);
  const reasons = [...new Set(offered.map((action) => offFor(action, status)).filter(Boolean))];
  return panel(
    'Actions',
    offered.length === 0 && empty(`Nothing can be done while it is ${delivery.state}.`),
    reasons.map((reason) => notice('warn', reason)),
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
              class: action.danger ? 'danger' : null,
              disabled: Boolean(offFor(action, status)),
              onclick: () => run(action, delivery, status, changed),
            },
            action.verb,
          ),
          h('span', null, action.intro),
          commandLine(() => commandOf(action, delivery)).node,
        ),
      ),
    ),
  );
}
