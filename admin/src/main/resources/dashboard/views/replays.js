/** Replays of a range of a topic, and a form to start one. */

import { get, path } from '../api.js';
import { h } from '../dom.js';
import { count } from '../format.js';
import { badge, code, empty, link, load, panel, progress, redraw, route, table, when } from '../parts.js';
import { replayForm } from '../replay-form.js';
import { merged } from '../replay-news.js';

export const share = (replay) => `${replay.length === 0 ? 100 : Math.floor((100 * replay.passed) / replay.length)} %`;

const REPLAYS = {
  title: 'Replays',
  columns: [
    { name: 'Replay', of: (replay) => link(route('replays', replay.id), code(replay.id)) },
    { name: 'State', of: (replay) => badge(replay.state) },
    { name: 'Topic', of: (replay) => replay.topic },
    {
      name: 'Progress',
      of: (replay) => [progress(`Progress of ${replay.id}`, replay.passed, replay.length), ' ', share(replay)],
    },
    { name: 'Replayed', numeric: true, of: (replay) => count(replay.given) },
    { name: 'Started', of: (replay) => [when(replay.startedAt), ` by ${replay.actor}`] },
    { name: 'Reason', wide: true, of: (replay) => replay.reason || '–' },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function replaysView({ feed, signal }) {
  const place = h('div', { class: 'list' });
  let known = [];
  const draw = () => (known.length === 0 ? empty('No replays yet.') : table(REPLAYS, known));
  const read = () =>
    load(
      place,
      () => get(path(['replays']), signal),
      ({ items }) => {
        known = merged(items, feed.replays);
        return draw();
      },
    );
  feed.addEventListener('again', read, { signal });
  feed.addEventListener(
    'replays',
    () => {
      known = merged(known, feed.replays);
      redraw(place, draw());
    },
    { signal },
  );
  read();
  return [panel('Replays', place), replayForm(feed, signal)];
}
