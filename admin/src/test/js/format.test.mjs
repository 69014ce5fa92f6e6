import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ago,
  bytes,
  count,
  duration,
  percent,
  perSecond,
  seconds,
  shellWord,
} from '../../main/resources/dashboard/format.js';

test('formats durations in their two largest units', () => {
  assert.equal(duration(59.9), '59 s');
  assert.equal(duration(61), '1 min 1 s');
  assert.equal(duration(3_600), '1 h');
  assert.equal(duration(82_500), '22 h 55 min');
  assert.equal(duration(90_000), '1 d 1 h');
});

test('parses ISO durations as Java writes them', () => {
  assert.equal(seconds('PT1H30M'), 5_400);
  assert.equal(seconds('PT168H'), 604_800);
  assert.equal(seconds('P7D'), 604_800);
  assert.equal(seconds('PT0.5S'), 0.5);
  assert.ok(Number.isNaN(seconds('a week')));
});

test('formats relative times', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  assert.equal(ago('2026-01-01T11:59:58Z', now), 'just now');
  assert.equal(ago('2026-01-01T11:59:30Z', now), '30 s ago');
  assert.equal(ago('2026-01-01T09:00:00Z', now), '3 h ago');
  assert.equal(ago('2026-01-01T12:10:00Z', now), 'in 10 min');
  assert.equal(ago('never', now), '–');
});

test('formats numbers with separators, and unknown ones as a dash', () => {
  assert.equal(count(1_234_567), '1,234,567');
  assert.equal(count(undefined), '–');
  assert.equal(perSecond(0.123), '0.12');
  assert.equal(perSecond(1_234.5), '1,235');
  assert.equal(percent(0.1234), '12.3 %');
  assert.equal(bytes(1_834_000), '1.7 MiB');
});

test('quotes one word for a shell', () => {
  assert.equal(shellWord('hapax.mail-0@12'), 'hapax.mail-0@12');
  assert.equal(shellWord("it's; rm -rf ~"), "'it'\\''s; rm -rf ~'");
});
