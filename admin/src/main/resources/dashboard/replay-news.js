/** Where replays stand, of what was asked for and what was told: the two cross on their way. */

/** The later of two states of one replay. It ends once, is taken over by one after the other, and only goes forward. */
export function later(one, other) {
  if (one.state !== 'open' || other.state !== 'open') {
    return one.state === 'open' ? other : one;
  }
  if (one.since !== other.since) {
    return Date.parse(one.since) > Date.parse(other.since) ? one : other;
  }
  return one.passed >= other.passed ? one : other;
}

/** All of both, each as it was last, the newest first. */
export function merged(known, news) {
  const all = new Map(known.map((replay) => [replay.id, replay]));
  for (const replay of news) {
    const before = all.get(replay.id);
    all.set(replay.id, before ? later(replay, before) : replay);
  }
  return [...all.values()].sort((a, b) => b.generation - a.generation);
}
