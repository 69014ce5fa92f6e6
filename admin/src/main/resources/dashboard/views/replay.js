/** One replay: its range, its progress, and how to cancel or resume it. */

import { get, path, post } from '../api.js';
import { act } from '../dialogs.js';
import { h, show } from '../dom.js';
import { count } from '../format.js';
import {
  badge,
  code,
  commandLine,
  facts,
  link,
  load,
  notice,
  panel,
  progress,
  redraw,
  route,
  table,
  when,
} from '../parts.js';
import { later } from '../replay-news.js';
import { asActor, writesOff } from '../writes.js';
import { share } from './replays.js';

/** @param {import('../app.js').Visit} visit */
export function replayView({ feed, name, signal }, heading) {
  heading.textContent = 'Replay';
  const actions = h('div');
  const place = h('div', { class: 'stack' });
  let known = null;
  const draw = (replay) => {
    const now = known === null ? replay : later(replay, known);
    if (now.state !== known?.state) {
      show(actions, offered(now, feed.status, read));
    }
    known = now;
    return page(now);
  };
  const ask = () => Promise.all([get(path(['replays', name]), signal), feed.knownStatus()]);
  const read = () => load(place, ask, ([replay]) => draw(replay));
  const onReplays = () => {
    const replay = feed.replays.find(({ id }) => id === name);
    // Before the first response, the status with the allowed actions is unknown.
    if (replay && known !== null) {
      redraw(place, draw(replay));
    }
  };
  feed.addEventListener('again', read, { signal });
  feed.addEventListener('replays', onReplays, { signal });
  read();
  return [h('p', { class: 'trail' }, link(route('replays'), 'Replays'), ' / ', code(name)), place, actions];
}

function page(replay) {
  return [
    panel(
      `${share(replay)} of ${count(replay.length)} offsets`,
      progress('Progress', replay.passed, replay.length),
      facts([
        ['State', badge(replay.state)],
        ['Topic', code(replay.topic)],
        ['Started', [when(replay.startedAt), ` by ${replay.actor}`]],
        ['Run by', [replay.by, ' since ', when(replay.since)]],
        ['Last progress', when(replay.movedAt)],
        ['Reason', replay.reason],
        ['Filter', replay.where?.length > 0 && replay.where.join(' and ')],
        ['Rate limit', replay.rate > 0 && `${count(replay.rate)} msg/s`],
        ['Alerts', replay.suppressAlerts ? 'suppressed' : 'published'],
        ['Generation', replay.generation],
        [
          'Messages',
          `${count(replay.given)} replayed, ${count(replay.skipped)} excluded by the filter, ${count(replay.unreadable)} unreadable, ${count(replay.deleted)} already deleted`,
        ],
      ]),
    ),
    panel(
      'Partitions',
      table(
        {
          title: 'Partitions',
          columns: [
            { name: 'Partition', of: (part) => part.partition },
            { name: 'From', numeric: true, of: (part) => count(part.from) },
            { name: 'To', numeric: true, of: (part) => count(part.to) },
            { name: 'Next', numeric: true, of: (part) => count(part.next) },
            { name: 'Replayed', numeric: true, of: (part) => count(part.given) },
          ],
        },
        replay.partitions,
      ),
    ),
  ];
}

function offered(replay, status, changed) {
  if (replay.state !== 'open') {
    return null;
  }
  const off = writesOff(status);
  const button = (name, verb, intro, danger) => {
    const command = () => `hapax replay ${name} -c FILE ${replay.id}${asActor()}`;
    const run = () =>
      act({
        title: `${verb} this replay`,
        verb,
        intro,
        danger,
        fields: [],
        command,
        submit: async () => {
          const answer = await post(path(['replays', replay.id, name]), {});
          changed();
          return answer;
        },
        done: (now) => `The replay is ${now.state} at ${share(now)}.`,
      });
    return h(
      'li',
      null,
      h('button', { type: 'button', disabled: Boolean(off), class: danger && 'danger', onclick: run }, verb),
      h('span', null, intro),
      commandLine(command).node,
    );
  };
  return panel(
    'Actions',
    off && notice('warn', off),
    h(
      'ul',
      { class: 'actions' },
      button('resume', 'Resume', 'Continue where the replay stopped, on this instance. Another instance that runs it stops.', false),
      button('cancel', 'Cancel', 'Stop the replay. Messages that were already replayed are not undone.', true),
    ),
  );
}
