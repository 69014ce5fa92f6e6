/** The latest state of replays: responses and events can overtake each other. */

/** The later of two states of one replay: it ends once, changes its runner, and only moves forward. */
export function later(one, other) {
  if (one.state !== 'open' || other.state !== 'open') {
    return one.state === 'open' ? other : one;
  }
  if (one.since !== other.since) {
    return Date.parse(one.since) > Date.parse(other.since) ? one : other;
  }
  return one.passed >= other.passed ? one : other;
}

/** Both lists with the latest state of each, newest first. */
export function merged(known, news) {
  const all = new Map(known.map((replay) => [replay.id, replay]));
  for (const replay of news) {
    const before = all.get(replay.id);
    all.set(replay.id, before ? later(replay, before) : replay);
  }
  return [...all.values()].sort((a, b) => b.generation - a.generation);
}
