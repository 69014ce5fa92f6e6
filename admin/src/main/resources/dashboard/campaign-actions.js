/** What a person can do about a campaign, each as a button and as a command line. */

import { path, post } from './api.js';
import { beginning } from './delivery-message.js';
import { act } from './dialogs.js';
import { h } from './dom.js';
import { count, plural, shellWord } from './format.js';
import { code, commandLine, empty, notice } from './parts.js';
import { session } from './session.js';
import { asActor, reasonField, roleMissing, writesOff } from './writes.js';

const LONGEST_TITLE = 80;
const OPEN = ['DRAFT', 'APPROVED', 'RUNNING', 'PAUSED'];

export const CAMPAIGN_ACTIONS = [
  {
    name: 'approve',
    verb: 'Approve',
    role: 'approver',
    confirmed: true,
    offered: ({ status, unapproved }) => OPEN.includes(status) && unapproved > 0,
    // The ledger needs another person, and so would refuse it.
    off: ({ pendingBy = [] }) =>
      session.actor && pendingBy.includes(session.actor)
        ? `You have approved it, ${session.actor}. Another approver has to do it too.`
        : null,
    intro: 'Allow exactly this mail to be sent to exactly these recipients. Recipients that are loaded later need another approval.',
    asked: ({ unapproved, duplicates, approversNeeded, pendingBy = [] }) =>
      [
        `Allow this mail to be sent to ${plural(unapproved, 'recipient', 'recipients')}.`,
        duplicates > 0 && duplicatesIn(duplicates),
        'Recipients that are loaded later need another approval.',
        approversNeeded > 1 && pendingBy.length === 0 && 'With so many recipients, another person must approve it too.',
        'This can take a minute for many recipients.',
      ]
        .filter(Boolean)
        .join(' '),
    required: false,
    body: ({ reason }, { unapproved, sha256 }) => ({ recipients: unapproved, sha256, ...(reason && { reason }) }),
    is: 'approved',
  },
  {
    name: 'reject',
    verb: 'Reject',
    role: 'approver',
    danger: true,
    confirmed: true,
    offered: ({ status }) => status === 'DRAFT' || status === 'APPROVED',
    intro: 'End this campaign. Nothing of it is ever sent, and its id can’t be used again.',
    required: true,
    body: ({ reason }) => ({ reason }),
    is: 'rejected',
  },
  {
    name: 'start',
    verb: 'Start',
    role: 'operator',
    confirmed: true,
    offered: ({ status }) => status === 'APPROVED',
    intro: 'Begin to send, at the rate of its definition.',
    required: false,
    body: ({ reason }) => (reason ? { reason } : {}),
    is: 'started',
  },
  {
    name: 'pause',
    verb: 'Pause',
    role: 'operator',
    offered: ({ status }) => status === 'RUNNING',
    intro: 'Send nothing more, except what a worker has already claimed. You can resume it.',
    required: true,
    body: ({ reason }) => ({ reason }),
    is: 'paused',
  },
  {
    name: 'resume',
    verb: 'Resume',
    role: 'operator',
    offered: ({ status }) => status === 'PAUSED',
    intro: 'Send the rest. Nobody gets a second mail.',
    required: false,
    body: ({ reason }) => (reason ? { reason } : {}),
    is: 'resumed',
  },
  {
    name: 'cancel',
    verb: 'Cancel campaign',
    role: 'operator',
    danger: true,
    confirmed: true,
    offered: ({ status }) => OPEN.includes(status),
    intro: 'End this campaign. What was not sent never will be, and its id can’t be used again.',
    required: true,
    body: ({ reason }) => ({ reason }),
    is: 'cancelled',
  },
];

/** Each address gets one mail. */
export function duplicatesIn(duplicates) {
  return duplicates === 1
    ? 'Another one has the address of one of them, and is cancelled.'
    : `${count(duplicates)} others have the address of one of them, and are cancelled.`;
}

export function campaignActionsOf(campaign) {
  return CAMPAIGN_ACTIONS.filter(({ offered }) => offered(campaign));
}

/** @returns {string | null} why this user cannot run it here */
function offFor(action, campaign, status) {
  return writesOff(status) ?? roleMissing(action.role) ?? action.off?.(campaign) ?? null;
}

export function campaignCommand(action, { id }, { reason } = {}) {
  const option = reason ? ` --reason ${shellWord(reason)}` : action.required ? " --reason '…'" : '';
  // Without it, the command line only counts.
  const yes = action.confirmed ? ' --yes' : '';
  return `hapax campaign ${action.name} -c FILE ${shellWord(id)}${option}${yes}${asActor()}`;
}

function run(action, campaign, status, changed) {
  const { id } = campaign;
  return act({
    title: `${action.verb}: ${beginning(id, LONGEST_TITLE)}`,
    verb: action.verb,
    danger: action.danger,
    intro: action.asked?.(campaign) ?? action.intro,
    off: () => offFor(action, campaign, status),
    fields: [reasonField(action.required)],
    command: (values) => campaignCommand(action, campaign, values),
    submit: async (values) => {
      const answer = await post(path(['campaigns', id, action.name]), action.body(values, campaign));
      changed(answer);
      return answer;
    },
    done: (answer) => campaignResult(action, answer),
  });
}

/** What became of it, and the command line that does the same. */
export function campaignResult(action, { id, status, decided, pendingBy = [], approvedBy = [], recipients, command }) {
  const waits = action.name === 'approve' && pendingBy.length > 0;
  return [
    `${action.verb}: `,
    code(beginning(id, LONGEST_TITLE)),
    decided === false
      ? ' is recorded. The ledger has not decided yet.'
      : waits
        ? ` is approved by ${pendingBy.join(', ')}, and needs another approver.`
        : ` is now ${status}${action.name === 'approve' ? `, with ${count(recipients)} recipients, approved by ${approvedBy.join(', ')}` : ''}.`,
    command && [' Command line: ', code(command)],
  ];
}

/** Anything that changes the buttons changes this text: they must not be replaced under a finger for less. */
export function actionsSignature(campaign, status) {
  return JSON.stringify(campaignActionsOf(campaign).map((action) => [action.name, offFor(action, campaign, status)]));
}

/**
 * @param {() => any} current the campaign as it is when a button is pressed
 * @param {(answer: object) => void} changed called after a change
 */
export function campaignActions(current, status, changed) {
  const offered = campaignActionsOf(current());
  const reasons = [...new Set(offered.map((action) => offFor(action, current(), status)).filter(Boolean))];
  return [
    offered.length === 0 && empty(`Nothing can be done: it is ${current().status}.`),
    reasons.map((reason) => notice('warn', reason)),
    h(
      'ul',
      { class: 'actions beside' },
      offered.map((action) =>
        h(
          'li',
          null,
          h(
            'button',
            {
              type: 'button',
              class: action.danger ? 'danger' : null,
              disabled: Boolean(offFor(action, current(), status)),
              onclick: () => run(action, current(), status, changed),
            },
            action.verb,
          ),
          h('span', null, action.intro),
          commandLine(() => campaignCommand(action, current())).node,
        ),
      ),
    ),
  ];
}
