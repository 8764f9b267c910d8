import { expect, test } from 'vitest';
import type { RunSummary } from '#engine/worker';
import { badgeOf, newsBetween, tellNews, toStandings } from './watchRuns.ts';

const row = (runId: string, change: Partial<RunSummary> = {}): RunSummary => ({
  runId,
  path: `flows/${runId}.yaml`,
  name: null,
  status: 'running',
  startedAt: 0,
  endedAt: null,
  simulate: false,
  simulated: false,
  ...change,
});

const told = (runId: string, standing: 'success' | 'error' | 'asks') => ({ runId, path: `${runId}.yaml`, standing });

function newsOf(before: readonly RunSummary[], after: readonly RunSummary[]): readonly string[] {
  return newsBetween(toStandings(before), toStandings(after)).map(tellNews);
}

test('ends and waits of runs that were on their way are news, once', () => {
  const [a, b, c, d] = [row('a'), row('b'), row('c'), row('d')];
  const ended = [row('a', { status: 'success' }), row('b', { status: 'error' }), row('c', { signal: 'ok', waits: 1 })];
  expect(newsOf([a, b, c, d], [...ended, row('d', { paused: 'breakpoint' })])).toEqual([
    'a.yaml finished',
    'b.yaml failed',
    'c.yaml waits for an answer',
    'd.yaml has paused',
  ]);
  expect(newsOf(ended, ended)).toEqual([]);
});

test('what a person did, what goes on, and runs that were not known are no news', () => {
  expect(newsOf([row('a')], [row('a', { paused: 'asked' })])).toEqual([]);
  expect(newsOf([row('a', { signal: 'ok' })], [row('a')])).toEqual([]);
  expect(newsOf([], [row('a', { status: 'success' }), row('b', { signal: 'ok' })])).toEqual([]);
});

test('the badge says one thing with its sign, more with their number, and the latest of each run', () => {
  expect(badgeOf([])).toBe('');
  expect(badgeOf([told('a', 'success')])).toBe('✓ a.yaml finished');
  expect(badgeOf([told('a', 'asks'), told('a', 'error')])).toBe('! a.yaml failed');
  expect(badgeOf([told('a', 'error'), told('b', 'asks'), told('c', 'error')])).toBe(
    '(3) 2 failed, 1 waits for an answer',
  );
});
