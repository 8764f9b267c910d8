import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BACKTEST_VERDICTS } from './backtest/backtestRun.ts';
import { DRILL_VERDICTS, DRILL_WORDS } from './drill/Fault.ts';
import { EXPECTATION_CODES } from './judge/Verdict.ts';
import { MERGE_VERDICTS } from './merge/MergeProof.ts';
import { STOP_CODES } from './play/playTest.ts';

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/proof.md'), 'utf8');

/** The rows of the tables about words, in the order of the page. */
const ROWS = PAGE.slice(PAGE.indexOf('## The words'), PAGE.indexOf('## What none')).match(/^\| [`*].*$/gm) ?? [];

/** The words between backticks at the beginning of rows. */
const wordsOf = (rows: readonly string[]): readonly string[] =>
  rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));

/** The row of a table that is about verdicts of one kind. */
const rowOf = (kind: string): string => ROWS.find((row) => row.split('|')[2]?.trim().startsWith(kind)) ?? '';

test('each code that a test fails by has its row, and no row is of another', () => {
  const codes = wordsOf(
    ROWS.slice(
      0,
      ROWS.findIndex((row) => row.includes('TEST_…')),
    ),
  );
  expect(codes.toSorted()).toEqual([...STOP_CODES, ...EXPECTATION_CODES].toSorted());
});

test('verdicts are called on the page what they are in JSON and at a terminal', () => {
  expect(wordsOf([rowOf('a backtest')])).toEqual(BACKTEST_VERDICTS);
  expect(wordsOf([rowOf('a drill')])).toEqual(DRILL_VERDICTS);
  expect(wordsOf([rowOf('a recorded run')])).toEqual(MERGE_VERDICTS);
  for (const verdict of DRILL_VERDICTS) {
    const words = DRILL_WORDS[verdict] === verdict ? '' : ` (${DRILL_WORDS[verdict]})`;
    expect(rowOf('a drill')).toContain(`\`${verdict}\`${words}`);
  }
});
