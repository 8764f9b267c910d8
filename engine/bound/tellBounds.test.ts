import { expect, test } from 'vitest';
import { forecastChange } from './boundFile.ts';
import { type RunBound, tellBounds } from './boundRun.ts';

function bound(more: Partial<RunBound>): RunBound {
  return { time: 0, asked: 0, gaps: [], answers: 0, costGaps: [], ...more };
}

const OPEN_TIME = bound({ time: null, asked: null, gaps: [{ taskId: 'poll', why: 'timeout' }] });
const OPEN_COST = bound({ answers: null, costGaps: [{ taskId: 'draft', why: 'max_tokens' }] });

test('only what differs is told', () => {
  expect(tellBounds(bound({ time: 1_000 }), bound({ time: 1_000, asked: 9_000 }))).toEqual([]);
  expect(tellBounds(OPEN_TIME, { ...OPEN_TIME, gaps: [] })).toEqual([]);
  expect(tellBounds(bound({ time: 90_000 }), bound({ time: 30_000, answers: 0.02 }))).toEqual([
    'A run takes at most 30s instead of 1m30s.',
    'Model answers cost at most $0.02 instead of $0.',
  ]);
});

test('a bound that is lost is told with what keeps it from being there, and one that is new with what it is', () => {
  expect(tellBounds(bound({}), OPEN_TIME)).toEqual([
    'The duration of a run is no longer bounded: “poll” has no timeout.',
  ]);
  expect(tellBounds(bound({}), OPEN_COST)).toEqual([
    'The cost of a run is no longer bounded: “draft” has no max_tokens.',
  ]);
  expect(tellBounds(OPEN_TIME, bound({ time: 5_000 }))).toEqual([
    'The duration of a run is now bounded: it takes at most 5s.',
  ]);
  expect(tellBounds(OPEN_COST, bound({ answers: 0.5 }))).toEqual([
    'The cost of a run is now bounded: model answers cost at most $0.50.',
  ]);
});

test('nothing is told of a text that cannot run before or after', () => {
  const [broken, whole] = [
    'tasks: [',
    'tasks: [{ id: a, type: wait, config: { timeout: 5m, check_interval: 1s } }]',
  ].map((text) => new Map([['a.yaml', text]]));
  const longer = new Map([['a.yaml', 'tasks: [{ id: a, type: wait, config: { timeout: 9m, check_interval: 1s } }]']]);
  if (broken === undefined || whole === undefined) return expect.fail();
  expect(forecastChange({ before: broken, after: whole }, 'a.yaml', [])).toEqual([]);
  expect(forecastChange({ before: whole, after: broken }, 'a.yaml', [])).toEqual([]);
  expect(forecastChange({ before: whole, after: longer }, 'a.yaml', [])).toHaveLength(1);
});
