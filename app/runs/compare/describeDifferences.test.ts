import { expect, test } from 'vitest';
import { describeCounts, describeDifferences } from './describeDifferences.ts';

test('differences are listed as text', () => {
  expect(describeDifferences([])).toBe('');
  expect(describeDifferences(['output'])).toBe('output');
  expect(describeDifferences(['status', 'error', 'steps'])).toBe('status, error and how often it ran');
});

test('counts are a sentence that names tasks once', () => {
  const none = { changed: 0, older: 0, newer: 0, timed: 0 };
  expect(describeCounts(none)).toBe('Every task did the same in both runs');
  expect(describeCounts({ ...none, timed: 2 })).toBe(
    'Every task did the same in both runs, 2 took notably more or less time',
  );
  expect(describeCounts({ ...none, changed: 3, newer: 1 })).toBe('3 tasks differ and 1 ran only in the newer run');
  expect(describeCounts({ ...none, changed: 1, newer: 1, older: 2 })).toBe(
    '1 task differs, 1 ran only in the newer run and 2 ran only in the older run',
  );
  expect(describeCounts({ ...none, older: 1 })).toBe('1 task ran only in the older run');
});
