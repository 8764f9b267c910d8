import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { VERDICT_WORDS } from '../session/backtest/index.ts';
import { VERDICTS } from './drill/DrillGrid.tsx';

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/proof.md'), 'utf8');

/** What the page says of verdicts of one kind: each as in JSON, and behind it in brackets what people read where that is longer. */
function wordsOf(kind: string): Readonly<Record<string, string>> {
  const [, row = ''] = new RegExp(`^\\| (.*) \\| ${kind}`, 'm').exec(PAGE) ?? [];
  return Object.fromEntries(
    [...row.matchAll(/`([^`]+)`(?: \(([^)]+)\))?/g)].map(([, verdict = '', words = verdict]) => [verdict, words]),
  );
}

it('calls what a drill finds what the page and the terminal call it', () => {
  expect(Object.fromEntries(VERDICTS.map(({ verdict, words }) => [verdict, words]))).toEqual(wordsOf('a drill'));
});

it('calls what a backtest finds what the page and the terminal call it, of several runs', () => {
  const { 'not played': _, ...own } = VERDICT_WORDS;
  const page = wordsOf('a backtest');
  expect(Object.keys(own).toSorted()).toEqual(Object.keys(page).toSorted());
  // Behind a number a verb has another form, and a noun its preposition: “1 now failing”, “2 on another path”.
  for (const [verdict, { short }] of Object.entries(own))
    expect(short.replace(/ing$/, 's').replace(/^(on|with) /, '')).toBe(verdict);
});
