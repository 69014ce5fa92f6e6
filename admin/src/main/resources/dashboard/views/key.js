/** One identity: whether it acted, when, from where, until when, and what came of its copies. */

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

/** The guard answers at once; what else is on record about it has to be looked for in the topics. */
function page(why, status, changed, signal) {
  const record = h('div', { class: 'stack' });
  load(record, () => get(path(['keys', why.identity], { suppressed: true }), signal), onRecord);
  return [
    notice(
      why.suppresses ? 'good' : 'info',
      why.suppresses
        ? 'The guard remembers it: copies of it are held back.'
        : 'The guard holds nothing back: its next message acts.',
    ),
    why.didYouMean?.length > 0 &&
      h(
        'p',
        null,
        'Identities have a namespace here. Did you mean ',
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
          'Elsewhere',
          facts([
            ['Decisions', link(route('decisions', why.identity), 'What was decided about it')],
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
    entry.generation === 0 ? 'Remembered' : `Remembered, generation ${entry.generation}`,
    !entry.expired &&
      h(
        'p',
        { class: 'time-left' },
        h('strong', null, duration(entry.secondsLeft)),
        ' left in the event time of its partition ',
        lifetime > 0 && progress('Time left', Math.min(entry.secondsLeft, lifetime), lifetime),
      ),
    facts([
      ['Outcome', [badge(entry.outcome), ' ', entry.label, ' ', important(entry)]],
      ['First seen', when(entry.eventTime)],
      ['From', code(coordinates(entry.at))],
      [entry.expired ? 'Remembered until' : 'Until', [when(entry.until), entry.expired && ', which has passed']],
      ['Its partition is at', when(entry.streamTime)],
      ['Fingerprint', code(entry.fingerprint)],
    ]),
  );
}

function suppressed(held) {
  const last = held.last && code(coordinates(held.last));
  return panel(
    'Held back',
    held.last
      ? facts([
          ['Duplicates', count(held.duplicates)],
          ['Redeliveries', count(held.redeliveries)],
          ['The last', last],
        ])
      : empty('No copy of it was held back.'),
  );
}

function cases(found) {
  return (
    found.length > 0 &&
    panel(
      'In quarantine',
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
      'Commands about it',
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
      intro: 'The instance that guards it forgets it, and its next message acts. That stays on record.',
      fields: [{ name: 'reason', label: 'Why may it act again?', hint: 'Goes on record.', control: reason }],
      command,
      submit: async (values) => {
        const answer = await post(path(['keys', why.identity, 'forget']), values);
        changed();
        return answer;
      },
      done: (answer) =>
        answer.state === 'waiting'
          ? 'No instance runs that guards it: the command waits.'
          : answer.entries > 0
            ? `Forgotten: ${plural(answer.entries, 'entry', 'entries')}.`
            : 'The guard did not know it: there was nothing to forget.',
    });
  return panel(
    'What can be done',
    off && notice('warn', off),
    h(
      'ul',
      { class: 'actions' },
      h(
        'li',
        null,
        h('button', { type: 'button', class: 'danger', disabled: Boolean(off), onclick: run }, 'Forget'),
        h('span', null, 'Lets its next message act once more.'),
        commandLine(() => command({})).node,
      ),
    ),
  );
}
