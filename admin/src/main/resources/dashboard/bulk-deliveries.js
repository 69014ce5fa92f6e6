/** Actions for all deliveries of a list: the first step counts them, the second applies the action. */

import { path, post } from './api.js';
import { ACTIONS, offFor } from './delivery-actions.js';
import { act } from './dialogs.js';
import { h } from './dom.js';
import { count, plural, shellWord } from './format.js';
import { load } from './parts.js';
import { asActor } from './writes.js';

/** Approving many at once is left to the command line: here, an approver has seen what they approve. */
const BULK = ACTIONS.filter(({ name, danger }) => name !== 'approve' && danger);
const OPTIONS = { state: 'state', channel: 'channel', stagedBy: 'staged-by', campaign: 'campaign', q: 'text' };
const MOST_REASONS = 3;

/**
 * @param {Record<string, string>} filter of the list; empty values match everything
 * @param {import('./feed.js').Feed} feed
 * @param {() => void} changed called after a change
 */
export function bulkDeliveryActions(filter, feed, changed) {
  const place = h('div', { class: 'age' });
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  load(
    place,
    () => feed.knownStatus(),
    (status) =>
      BULK.filter(({ states }) => states.includes(filter.state)).map((action) =>
        button(action, given, status, changed),
      ),
  );
  return place;
}

function button(action, filter, status, changed) {
  const off = offFor(action, status);
  const ask = (values, dryRun) =>
    post(path(['deliveries', action.name]), { filter, dryRun, ...action.body(values, {}) });
  const open = () =>
    act({
      title: `${action.verb}: all deliveries of this list`,
      verb: `${action.verb}: all`,
      danger: true,
      intro: action.intro,
      off: () => offFor(action, status),
      fields: action.fields(),
      command: (values) => commandLine(action, filter, values),
      check: {
        verb: 'Count',
        submit: (values) => ask(values, true),
        said: ({ matching }) => ({
          text:
            matching === 0
              ? 'No delivery matches.'
              : `${plural(matching, 'delivery matches', 'deliveries match')}. Nothing has changed yet.`,
          nothing: matching === 0,
        }),
      },
      submit: async (values) => {
        const answer = await ask(values, false);
        changed();
        return answer;
      },
      done: settled,
    });
  return h(
    'button',
    { type: 'button', class: 'quiet', disabled: Boolean(off), title: off, onclick: open },
    `${action.verb}: all …`,
  );
}

function settled({ done, waiting = 0, refused = [] }) {
  const reasons = [...new Set(refused.map(({ reason }) => reason))].slice(0, MOST_REASONS).join('; ');
  const others = refused.length > 0 ? `, ${count(refused.length)} refused: ${reasons}` : '';
  const undecided = waiting > 0 ? `, ${count(waiting)} not decided yet` : '';
  return `${plural(done, 'delivery', 'deliveries')} changed${undecided}${others}.`;
}

function commandLine(action, filter, values) {
  const options = Object.entries(filter).map(([option, value]) => ` --${OPTIONS[option]} ${shellWord(value)}`);
  return `hapax deliveries ${action.name} -c FILE${options.join('')}${action.options(values)} --yes${asActor()}`;
}
