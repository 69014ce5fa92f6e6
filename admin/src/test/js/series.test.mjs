import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duplicateShare, Series } from '../../main/resources/dashboard/series.js';

const second = (read, duplicates = 0) => ({ read, admitted: read - duplicates, duplicates, quarantined: 0, alerts: 0 });

test('joins history and events, with gaps for missing seconds', () => {
  const series = new Series();
  series.fill({ stepSeconds: 1, end: '2026-01-01T00:00:10.500Z', read: [1, 2, 3], admitted: [1, 2, 3] });
  series.add('2026-01-01T00:00:12.100Z', second(5));

  const points = series.points();

  assert.equal(points.length, 300);
  assert.deepEqual(
    points.slice(-5).map((point) => point?.read ?? null),
    [1, 2, 3, null, 5],
  );
});

test('keeps five minutes', () => {
  const series = new Series();
  for (let i = 0; i < 1_000; i += 1) {
    series.add(new Date(i * 1_000).toISOString(), second(i));
  }

  assert.equal(series.points()[0].read, 700);
  assert.equal(series.points().at(-1).read, 999);
});

test('computes the share of duplicates among recent messages, null if there are none', () => {
  const points = [second(10, 1), second(10, 3), null, second(0), second(0)];

  assert.deepEqual(duplicateShare(points, 2), [0.1, 0.2, null, null, null]);
});
