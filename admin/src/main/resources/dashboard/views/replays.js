/** Stretches of a topic given again: those that were, and how to begin one. */

import { get, path } from '../api.js';
import { h } from '../dom.js';
import { count } from '../format.js';
import { badge, code, empty, link, load, panel, progress, route, table, when } from '../parts.js';
import { replayForm } from '../replay-form.js';

const REFRESH = 2_500;

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
    { name: 'Given again', numeric: true, of: (replay) => count(replay.given) },
    { name: 'Begun', of: (replay) => [when(replay.startedAt), ` by ${replay.actor}`] },
    { name: 'Why', wide: true, of: (replay) => replay.reason || '–' },
  ],
};

/** @param {import('../app.js').Visit} visit */
export function replaysView({ feed, signal }) {
  const place = h('div', { class: 'list' });
  const read = () =>
    load(
      place,
      () => get(path(['replays']), signal),
      ({ items }) => (items.length === 0 ? empty('No replay yet.') : table(REPLAYS, items)),
    );
  repeat(read, signal);
  return [panel('Replays', place), replayForm(feed, signal)];
}

/** No event tells how far a replay is: asked for while someone looks, one question after the other. */
export async function repeat(read, signal) {
  while (!signal.aborted) {
    if (!document.hidden) {
      await read();
    }
    await new Promise((resolve) => setTimeout(resolve, REFRESH));
  }
}
