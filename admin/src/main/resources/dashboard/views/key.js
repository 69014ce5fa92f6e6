/** One identity: its guard entries, suppressed copies, cases and commands. */

import { get, path, post } from '../api.js';
import { act } from '../dialogs.js';
import { h } from '../dom.js';
import { coordinates, count, duration, plural, shellWord } from '../format.js';
import {
  badge,
  code,
  commandLine,
  empty,
  facts,
  important,
  link,
  load,
  notice,
  panel,
  progress,
  route,
  table,
  when,
} from '../parts.js';
import { asActor, writesOff } from '../writes.js';

/** @param {import('../app.js').Visit} visit */
export function keyView({ feed, name, signal }, heading) {
  heading.textContent = 'Identity';
  const place = h('div', { class: 'stack' });
  const ask = () => Promise.all([get(path(['keys', name]), signal), feed.knownStatus()]);
  const read = () => load(place, ask, ([why, status]) => page(why, status, read, signal));
  read();
  return [h('p', { class: 'trail' }, link(route('keys'), 'Keys'), ' / ', code(name)), place];
}

/** The guard answers at once; the rest is read from topics. */
function page(why, status, changed, signal) {
  const record = h('div', { class: 'stack' });
  load(record, () => get(path(['keys', why.identity], { suppressed: true }), signal), onRecord);
  return [
    notice(
      why.suppresses ? 'good' : 'info',
      why.suppresses
        ? 'The guard has an entry for this identity. Copies are suppressed.'
        : 'The guard has no entry for this identity. The next message is admitted.',
    ),
    why.didYouMean?.length > 0 &&
      h(
        'p',
        null,
        'Identities include a namespace. Did you mean ',
        why.didYouMean.map((name, i) => [i > 0 && ' or ', link(route('keys', name), code(name))]),
        '?',
      ),
    h(
      'div',
      { class: 'columns' },
      h('div', { class: 'stack' }, why.remembered.map(remembered), record),
      h(
        'div',
        { class: 'stack' },
        forget(why, status, changed),
        panel(
          'Related',
          facts([
            ['Decisions', link(route('decisions', why.identity), 'Decisions about this identity')],
            ['Answered by', why.answeredBy && code(why.answeredBy)],
          ]),
        ),
      ),
    ),
  ];
}

function onRecord(why) {
  return [suppressed(why.suppressed), cases(why.quarantined), commands(why.commands)];
}

function remembered(entry) {
  const lifetime = (Date.parse(entry.until) - Date.parse(entry.eventTime)) / 1000;
  return panel(
    entry.generation === 0 ? 'Guard entry' : `Guard entry, generation ${entry.generation}`,
    !entry.expired &&
      h(
        'p',
        { class: 'time-left' },
        h('strong', null, duration(entry.secondsLeft)),
        ' left, in event time ',
        lifetime > 0 && progress('Time left', Math.min(entry.secondsLeft, lifetime), lifetime),
      ),
    facts([
      ['Outcome', [badge(entry.outcome), ' ', entry.label, ' ', important(entry)]],
      ['First seen', when(entry.eventTime)],
      ['Message', code(coordinates(entry.at))],
      [entry.expired ? 'Expired' : 'Expires', when(entry.until)],
      ['Partition stream time', when(entry.streamTime)],
      ['Fingerprint', code(entry.fingerprint)],
    ]),
  );
}

function suppressed(held) {
  const last = held.last && code(coordinates(held.last));
  return panel(
    'Suppressed copies',
    held.last
      ? facts([
          ['Duplicates', count(held.duplicates)],
          ['Redeliveries', count(held.redeliveries)],
          ['Last copy', last],
        ])
      : empty('No copies suppressed.'),
  );
}

function cases(found) {
  return (
    found.length > 0 &&
    panel(
      'Quarantined messages',
      table(
        {
          title: 'Cases of this identity',
          columns: [
            { name: 'Case', wide: true, of: (each) => link(route('quarantine', each.case), code(each.case)) },
            { name: 'Reason', of: (each) => badge(each.reason, 'warn') },
            { name: 'State', of: (each) => badge(each.state) },
          ],
        },
        found,
      ),
    )
  );
}

function commands(given) {
  return (
    given.length > 0 &&
    panel(
      'Commands',
      h(
        'ol',
        { class: 'history' },
        given.map((each) =>
          h(
            'li',
            null,
            when(each.at),
            ' ',
            h('strong', null, each.command),
            ` by ${each.actor}: ${each.reason} `,
            badge(each.receipt ?? 'waiting'),
          ),
        ),
      ),
    )
  );
}

function forget(why, status, changed) {
  const off = writesOff(status);
  const reason = h('input', { name: 'reason', required: true, maxlength: 4000, autocomplete: 'off' });
  const command = (values) =>
    `hapax key forget -c FILE --reason ${values.reason ? shellWord(values.reason) : "'…'"} ${shellWord(why.identity)}${asActor()}`;
  const run = () =>
    act({
      title: 'Forget this identity',
      verb: 'Forget',
      danger: true,
      intro: 'Delete the guard entries of this identity. The next message is admitted. The command is recorded.',
      fields: [{ name: 'reason', label: 'Reason', hint: 'Recorded with the command.', control: reason }],
      command,
      submit: async (values) => {
        const answer = await post(path(['keys', why.identity, 'forget']), values);
        changed();
        return answer;
      },
      done: (answer) =>
        answer.state === 'waiting'
          ? 'Pending: no running instance guards this identity.'
          : answer.entries > 0
            ? `Deleted ${plural(answer.entries, 'guard entry', 'guard entries')}.`
            : 'The guard had no entry for this identity.',
    });
  return panel(
    'Actions',
    off && notice('warn', off),
    h(
      'ul',
      { class: 'actions' },
      h(
        'li',
        null,
        h('button', { type: 'button', class: 'danger', disabled: Boolean(off), onclick: run }, 'Forget'),
        h('span', null, 'Delete the guard entries, so that the next message is admitted.'),
        commandLine(() => command({})).node,
      ),
    ),
  );
}
