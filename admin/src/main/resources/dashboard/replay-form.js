/** Begins a replay: first what it would do, then doing it. */

import { get, path, post } from './api.js';
import { askForToken } from './dialogs.js';
import { h, show } from './dom.js';
import { count, shellWord } from './format.js';
import {
  badge,
  commandLine,
  empty,
  facts,
  failure,
  field,
  loading,
  notice,
  panel,
  route,
  select,
  table,
  when,
} from './parts.js';
import { session } from './session.js';
import { asActor, writesOff } from './writes.js';

/** Where to begin, in the words of the command line. */
const STARTS = {
  'to-earliest': { title: 'the oldest', say: () => 'earliest' },
  'by-duration': { title: 'so long ago', example: '1h', say: (duration) => ({ duration }) },
  'from-datetime': { title: 'a time', example: '2026-05-05T16:00:00Z', say: (datetime) => ({ datetime }) },
  'from-offset': { title: 'offsets', example: '0:4711,2:0', say: (offset) => ({ offset }) },
  'shift-by': { title: 'the last of each partition', example: '-100', say: (back) => ({ shiftBy: Number(back) }) },
};

/** @param {import('./feed.js').Feed} feed */
export function replayForm(feed, signal) {
  const topic = h('input', { name: 'topic', required: true, list: 'replay-topics', autocomplete: 'off' });
  const topics = h('datalist', { id: 'replay-topics' });
  const start = select(
    'start',
    Object.entries(STARTS).map(([name, { title }]) => [name, title]),
  );
  const from = h('input', { name: 'from', required: true, autocomplete: 'off' });
  const fromField = field('Which', from);
  const outcome = h('div', { class: 'stack' });
  const dryRun = h('button', { type: 'submit' }, 'Dry run');
  const offline = h('div');
  const form = h(
    'form',
    { class: 'filters' },
    field('Topic', topic),
    topics,
    field('Begin at', start),
    fromField,
    field(
      'End before',
      h('input', { name: 'to', autocomplete: 'off', placeholder: 'now' }),
      'A time or offsets; the end as it is now when empty.',
    ),
    field(
      'Only where',
      h('input', { name: 'where', autocomplete: 'off', placeholder: 'label=billing-failure' }),
      'Conditions, separated by a space.',
    ),
    field('At most a second', h('input', { name: 'rate', type: 'number', min: 1, max: 999999999 })),
    field('Why', h('input', { name: 'reason', maxlength: 4000, autocomplete: 'off' })),
    h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'quiet' }), 'Suppress alerts'),
    dryRun,
  );
  const values = () => Object.fromEntries(new FormData(form));
  const command = commandLine(() => commandOf(values()));
  const changed = () => {
    fromField.hidden = STARTS[start.value].example === undefined;
    from.disabled = fromField.hidden;
    from.placeholder = STARTS[start.value].example ?? '';
    command.say();
    show(outcome);
  };
  form.addEventListener('input', changed);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    forecast(values(), outcome);
  });
  get(path(['config']), signal).then(
    ({ sources }) =>
      show(
        topics,
        sources.map((source) => h('option', { value: source.topic })),
      ),
    () => {},
  );
  let said = null;
  const permit = () => {
    const off = writesOff(feed.status);
    dryRun.disabled = Boolean(off);
    // The status comes often, and a notice that is put up anew is read out anew.
    if (off !== said) {
      said = off;
      show(offline, off && notice('warn', off));
    }
  };
  feed.addEventListener('status', permit, { signal });
  permit();
  changed();
  return panel(
    'Begin a replay',
    h(
      'p',
      { class: 'muted' },
      'Gives a stretch of a source’s topic again. Every message of it acts once more, and only once. A dry run writes nothing.',
    ),
    offline,
    form,
    outcome,
    h('h3', null, 'On the command line'),
    command.node,
  );
}

async function forecast(values, outcome) {
  show(outcome, loading('Reading the stretch'));
  await asked(outcome, async () => {
    const told = await post(path(['replays']), bodyOf(values, false));
    show(
      outcome,
      told.notes?.map((note) => notice('info', note)),
      foreseen(told),
      execute(values, outcome),
    );
  });
}

/** Asks for the token where it is needed, and shows why something failed. */
async function asked(outcome, run) {
  try {
    await run();
  } catch (problem) {
    if (problem.status === 401 && !session.token && (await askForToken())) {
      await asked(outcome, run);
      return;
    }
    show(outcome, failure(problem));
  }
}

function execute(values, outcome) {
  const go = async () => {
    show(outcome, loading('Starting it'));
    await asked(outcome, async () => {
      const started = await post(path(['replays']), bodyOf(values, true));
      location.hash = route('replays', started.id);
    });
  };
  return h(
    'div',
    { class: 'buttons' },
    h('button', { type: 'button', class: 'primary', onclick: go }, 'Execute: give them again'),
  );
}

function foreseen(told) {
  return h(
    'section',
    { class: 'forecast', 'aria-label': 'Dry run' },
    h('h3', null, `Dry run: ${count(told.admitted)} of ${count(told.messages)} messages would act again`),
    facts([
      ['Given again', count(told.given)],
      ['Alerts that would fire again', count(told.alerts)],
      ['Quarantined again for what they are', count(told.quarantined)],
      ['Held back as duplicates of others in the range', count(told.duplicates)],
      ['Quarantined, others in the range have their identity', count(told.conflicts)],
      ['Unreadable, in quarantine already', count(told.unreadable)],
      ['Not meant by the conditions', count(told.skipped)],
    ]),
    h('div', { class: 'columns even' }, decided(told.decisions), parts(told.partitions)),
  );
}

function decided(decisions) {
  return decisions.length === 0
    ? empty('Nothing would be decided.')
    : table(
        {
          title: 'Decisions',
          columns: [
            { name: 'Decision', of: (tally) => tally.label },
            { name: 'Messages', numeric: true, of: (tally) => count(tally.messages) },
            {
              name: 'Kind',
              of: (tally) =>
                tally.quarantined ? badge('quarantined') : tally.important ? badge('important', 'info') : '–',
            },
          ],
        },
        decisions,
      );
}

function parts(partitions) {
  return table(
    {
      title: 'Partitions',
      columns: [
        { name: 'Partition', of: (part) => part.partition },
        { name: 'From', numeric: true, of: (part) => count(part.from) },
        { name: 'To', numeric: true, of: (part) => count(part.to) },
        { name: 'Oldest', of: (part) => when(part.oldest) },
        { name: 'Newest', of: (part) => when(part.newest) },
      ],
    },
    partitions,
  );
}

const isTime = (text) => /^\d{4}-/.test(text);
const conditions = (text) => text.split(/\s+/).filter(Boolean);

function bodyOf(values, execute) {
  return {
    topic: values.topic,
    from: STARTS[values.start].say(values.from),
    to: values.to ? { [isTime(values.to) ? 'datetime' : 'offset']: values.to } : null,
    where: conditions(values.where),
    rate: values.rate ? Number(values.rate) : null,
    suppressAlerts: values.quiet === 'on',
    reason: values.reason,
    execute,
  };
}

function commandOf(values) {
  const words = ['hapax', 'replay', '-c', 'FILE', '--topic', values.topic || 'TOPIC', `--${values.start}`];
  if (values.start !== 'to-earliest') {
    words.push(values.from || STARTS[values.start].example);
  }
  if (values.to) {
    words.push(isTime(values.to) ? '--to-datetime' : '--to-offset', values.to);
  }
  conditions(values.where).forEach((condition) => words.push('--where', condition));
  if (values.rate) {
    words.push('--rate', `${values.rate}/s`);
  }
  if (values.quiet === 'on') {
    words.push('--suppress-alerts');
  }
  if (values.reason) {
    words.push('--reason', values.reason);
  }
  return `${words.map(shellWord).join(' ')}${asActor()} --execute`;
}
