import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built, settle } from './fakes.mjs';

const { liveView } = await import('../../main/resources/dashboard/views/live.js');

const GROUPS = [
  { reason: 'UNREADABLE', count: 12 },
  { reason: 'CONFLICT', count: 3 },
];

globalThis.fetch = async () => ({ ok: true, status: 200, text: async () => JSON.stringify({ groups: GROUPS }) });

/** What the feed has just after a restart: every counter of the instances is zero. */
const restarted = () => {
  const totals = { read: 0, admitted: 0, duplicates: 0, redeliveries: 0, quarantined: 0, alerts: 0 };
  return Object.assign(new EventTarget(), {
    stats: { totals, rates: {}, sources: [], decisionsByLabel: {}, quarantinedByReason: {}, guard: { ages: [] } },
    now: null,
    status: { lag: { total: 0 } },
    alerts: [],
    hasHistory: true,
    connection: { state: 'live' },
    series: { points: () => [], newest: () => 0 },
    refreshStats: async () => {},
  });
};

test('shows the open cases of the topic after a restart, and labels what was counted since', async () => {
  const place = built('main');
  place.append(...liveView({ feed: restarted(), signal: new AbortController().signal }).flat(Infinity));
  await settle();

  const tiles = Object.fromEntries(
    place.all('div').flatMap((tile) => {
      const [name, shown] = tile.children;
      return name?.tag === 'dt' ? [[name.textContent, shown]] : [];
    }),
  );
  assert.equal(tiles['Open cases'].querySelector('strong').textContent, '15');
  assert.match(tiles['Open cases'].querySelector('small').textContent, /0 since start/);
  assert.equal(tiles.Quarantined, undefined);
  for (const name of ['Read', 'Admitted', 'Duplicates', 'Alerts']) {
    assert.match(tiles[name].querySelector('small').textContent, /since start/);
  }
  assert.match(place.textContent, /Open cases by reason/);
  assert.match(place.textContent, /UNREADABLE/);
});
