/** Actions for all cases of a list: the first step counts them, the second applies the action. */

import { path, post } from './api.js';
import { act } from './dialogs.js';
import { h } from './dom.js';
import { count, plural, shellWord } from './format.js';
import { load, select } from './parts.js';
import { asActor, reasonField, writesOff } from './writes.js';

const ACTIONS = [
  {
    name: 'replay',
    verb: 'Replay',
    done: 'replayed',
    intro: 'Reprocess the original messages unchanged.',
    fields: () => [
      reasonField(false),
      {
        name: 'force',
        label: 'Parked cases',
        hint: 'Cases that failed too often.',
        control: select('force', [
          ['', 'skip'],
          ['yes', 'replay too'],
        ]),
      },
    ],
  },
  {
    name: 'drop',
    verb: 'Drop',
    done: 'dropped',
    danger: true,
    intro: 'Close the cases permanently. The messages are not processed.',
    fields: () => [reasonField(true)],
  },
];

/**
 * @param {Record<string, string>} filter of the list; empty values match everything
 * @param {import('./feed.js').Feed} feed
 * @param {() => void} changed called after a change
 */
export function bulkActions(filter, feed, changed) {
  const place = h('div', { class: 'age' });
  load(
    place,
    () => feed.knownStatus(),
    (status) => ACTIONS.map((action) => button(action, given(filter), writesOff(status), changed)),
  );
  return place;
}

function given(filter) {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

function button(action, filter, off, changed) {
  const open = () =>
    act({
      title: `${action.verb} ${meant(filter)}`,
      verb: `${action.verb} all`,
      danger: action.danger,
      intro: action.intro,
      fields: action.fields(),
      command: (values, count) => commandLine(action, bounded(filter, count), values),
      check: {
        verb: 'Count',
        submit: (values) => ask(action, filter, values, false),
        said: (answer) => ({ text: counted(answer), nothing: answer.cases === 0 }),
      },
      submit: async (values, count) => {
        const answer = await ask(action, bounded(filter, count), values, true);
        changed();
        return answer;
      },
      done: (answer) => settled(action, answer),
    });
  return h(
    'button',
    { type: 'button', class: 'quiet', disabled: Boolean(off), title: off, onclick: open },
    `${action.verb} all …`,
  );
}

/** Excludes cases that are newer than the count. */
function bounded(filter, count) {
  return count ? { ...filter, until: count.until } : filter;
}

function meant(filter) {
  return Object.keys(filter).length === 0 ? 'all unresolved cases' : 'all cases of this list';
}

function ask({ name }, filter, { reason: why, force }, execute) {
  const which = Object.keys(filter).length === 0 ? { all: true } : { filter };
  return post(path(['quarantine', name]), {
    ...which,
    execute,
    ...(why && { reason: why }),
    ...(force && { force: true }),
  });
}

function counted({ cases, groups, forecast }) {
  if (cases === 0) {
    return 'No case matches.';
  }
  const byReason = groups.map((group) => `${count(group.count)} ${group.reason}`).join(', ');
  return [`${plural(cases, 'case', 'cases')}: ${byReason}.`, foreseen(forecast), 'Nothing has changed yet.']
    .filter(Boolean)
    .join(' ');
}

function foreseen(forecast) {
  if (!forecast) {
    return '';
  }
  const refused = forecast.refusals.map(({ why, cases }) => `${count(cases)} ${why}`).join(', ');
  return (
    `${count(forecast.acting)} would act, ${count(forecast.alerts)} with an alert` +
    (forecast.refused > 0 ? `; ${count(forecast.refused)} cannot be replayed (${refused}).` : '.')
  );
}

function settled(action, { done, already, refused, notDone, outcomes }) {
  const others = [
    outcomes?.decided > 0 && `${count(outcomes.decided)} decided`,
    outcomes?.duplicate > 0 && `${count(outcomes.duplicate)} suppressed as duplicates`,
    outcomes?.quarantined > 0 && `${count(outcomes.quarantined)} quarantined again`,
    outcomes?.notKnown > 0 && `${count(outcomes.notKnown)} not processed yet`,
    already > 0 && `${count(already)} already resolved`,
    refused > 0 && `${count(refused)} refused: ${notDone.find(({ result }) => result === 'refused')?.said ?? ''}`,
  ].filter(Boolean);
  return [`${plural(done, 'case', 'cases')} ${action.done}`, ...others].join('; ');
}

function commandLine({ name }, filter, values) {
  const options = Object.entries(filter).map(
    ([option, value]) => ` --${option === 'reason' ? 'code' : option} ${shellWord(value)}`,
  );
  return (
    `hapax quarantine ${name} -c FILE${options.join('') || ' --all'}` +
    (values.reason ? ` --reason ${shellWord(values.reason)}` : name === 'drop' ? " --reason '…'" : '') +
    `${values.force ? ' --force' : ''} --yes${asActor()}`
  );
}
