/** Starts a replay, after a dry run. */

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

/** Start positions, by the option of the command line. */
const STARTS = {
  'to-earliest': { title: 'earliest offset', say: () => 'earliest' },
  'by-duration': { title: 'duration ago', example: '1h', say: (duration) => ({ duration }) },
  'from-datetime': { title: 'timestamp', example: '2026-05-05T16:00:00Z', say: (datetime) => ({ datetime }) },
  'from-offset': { title: 'offsets', example: '0:4711,2:0', say: (offset) => ({ offset }) },
  'shift-by': { title: 'last messages per partition', example: '-100', say: (back) => ({ shiftBy: Number(back) }) },
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
  const fromField = field('Start value', from);
  const outcome = h('div', { class: 'stack' });
  const submit = h('button', { type: 'submit' }, 'Dry run');
  const offline = h('div');
  const form = h(
    'form',
    { class: 'filters' },
    field('Topic', topic),
    topics,
    field('Start at', start),
    fromField,
    field(
      'End before',
      h('input', { name: 'to', autocomplete: 'off', placeholder: 'now' }),
      'A timestamp or offsets. Leave empty for the current end.',
    ),
    field(
      'Filter',
      h('input', { name: 'where', autocomplete: 'off', placeholder: 'label=billing-failure' }),
      'Conditions, separated by spaces.',
    ),
    field('Rate limit (msg/s)', h('input', { name: 'rate', type: 'number', min: 1, max: 999999999 })),
    field('Reason', h('input', { name: 'reason', maxlength: 4000, autocomplete: 'off' })),
    h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'quiet' }), 'Suppress alerts'),
    submit,
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
    submit.disabled = Boolean(off);
    // Screen readers announce a notice again when it is replaced, and the status changes often.
    if (off !== said) {
      said = off;
      show(offline, off && notice('warn', off));
    }
  };
  feed.addEventListener('status', permit, { signal });
  permit();
  changed();
  return panel(
    'Start a replay',
    h(
      'p',
      { class: 'muted' },
      'Reprocess a range of a source topic. Each message in the range acts once more. A dry run writes nothing.',
    ),
    offline,
    form,
    outcome,
    h('h3', null, 'Command line'),
    command.node,
  );
}

async function forecast(values, outcome) {
  show(outcome, loading('Reading the range'));
  await asked(outcome, async () => {
    const dryRun = await post(path(['replays']), bodyOf(values, false));
    show(
      outcome,
      dryRun.notes?.map((note) => notice('info', note)),
      foreseen(dryRun),
      execute(values, outcome),
    );
  });
}

/** Asks for the token if it is required, and shows errors. */
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
    show(outcome, loading('Starting the replay'));
    await asked(outcome, async () => {
      const started = await post(path(['replays']), bodyOf(values, true));
      location.hash = route('replays', started.id);
    });
  };
  return h(
    'div',
    { class: 'buttons' },
    h('button', { type: 'button', class: 'primary', onclick: go }, 'Start replay'),
  );
}

function foreseen(dryRun) {
  return h(
    'section',
    { class: 'forecast', 'aria-label': 'Dry run' },
    h('h3', null, `Dry run: ${count(dryRun.admitted)} of ${count(dryRun.messages)} messages would act again`),
    facts([
      ['Replayed', count(dryRun.given)],
      ['Alerts that would be sent again', count(dryRun.alerts)],
      ['Quarantined again', count(dryRun.quarantined)],
      ['Suppressed as duplicates within the range', count(dryRun.duplicates)],
      ['Quarantined as conflicts within the range', count(dryRun.conflicts)],
      ['Unreadable, already in quarantine', count(dryRun.unreadable)],
      ['Excluded by the filter', count(dryRun.skipped)],
    ]),
    h('div', { class: 'columns even' }, decided(dryRun.decisions), parts(dryRun.partitions)),
  );
}

function decided(decisions) {
  return decisions.length === 0
    ? empty('No decisions.')
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
