/** One replay: what it was asked to do, how far it is, and how to stop or resume it. */

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
  const told = () => {
    const replay = feed.replays.find(({ id }) => id === name);
    // Before the first answer there is no status to tell what may be done.
    if (replay && known !== null) {
      redraw(place, draw(replay));
    }
  };
  feed.addEventListener('again', read, { signal });
  feed.addEventListener('replays', told, { signal });
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
        ['Begun', [when(replay.startedAt), ` by ${replay.actor}`]],
        ['Worked on by', [replay.by, ' since ', when(replay.since)]],
        ['Last moved', when(replay.movedAt)],
        ['Why', replay.reason],
        ['Only where', replay.where?.length > 0 && replay.where.join(' and ')],
        ['At most', replay.rate > 0 && `${count(replay.rate)} a second`],
        ['Alerts', replay.suppressAlerts ? 'suppressed' : 'published'],
        ['Generation', replay.generation],
        [
          'Messages',
          `${count(replay.given)} given again, ${count(replay.skipped)} not meant, ${count(replay.unreadable)} unreadable, ${count(replay.deleted)} deleted before it came to them`,
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
            { name: 'Given again', numeric: true, of: (part) => count(part.given) },
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
        done: (now) => `It is ${now.state}, ${share(now)} passed.`,
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
    'What can be done',
    off && notice('warn', off),
    h(
      'ul',
      { class: 'actions' },
      button('resume', 'Resume', 'Goes on where it stopped; whoever works on it now stops.', false),
      button('cancel', 'Cancel', 'Ends it where it is. What was given again stays so.', true),
    ),
  );
}
