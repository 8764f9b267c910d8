import { MERGE_VERDICTS, type ProvedRecord, tellStep } from '../../proof/index.ts';
import type { UnreadRecord } from '../backtest/readRuns.ts';
import { onOneLine, type Printed } from '../print/terminal.ts';

/** A test on the merged text. */
export interface ProvedTest {
  readonly path: string;
  readonly test: string;
  /** Why it fails; null: it passes. */
  readonly why: string | null;
  /** The sides that it passes on. */
  readonly passesOn: readonly string[];
}

/** What tests and recorded runs say of a merge. */
export interface ProvedFile {
  readonly tests: readonly ProvedTest[];
  readonly runs: readonly { readonly name: string; readonly run: ProvedRecord }[];
  readonly unread: readonly UnreadRecord[];
}

/** How many tests and runs came to what, and below that those that say something is wrong. */
export function formatProof(path: string, { tests, runs, unread }: ProvedFile): readonly Printed[] {
  const lines: Printed[] = [];
  const tell = (text: string): number => lines.push(`${onOneLine(text)}\n`);
  for (const { name, message } of unread) tell(`${name}: ${message}`);
  if (tests.length + runs.length === 0 && unread.length === 0)
    tell(`${path}: there is nothing to prove it by: no test of it, and no recorded run of it.`);
  const failed = tests.filter(({ why }) => why !== null);
  if (tests.length > 0)
    tell(`${path}: ${count(tests.length, 'test')}: ${tests.length - failed.length} passed, ${failed.length} failed`);
  for (const { path: file, test, why, passesOn } of failed) {
    const where = passesOn.length === 0 ? 'on both sides, too' : `and passes on ${passesOn.join(' and on ')}`;
    tell(`  ${file}: “${test}” fails, ${where}: ${why}`);
  }
  if (runs.length === 0) return lines;
  const counts = MERGE_VERDICTS.map(
    (verdict) => [verdict, runs.filter(({ run }) => run.verdict === verdict).length] as const,
  );
  const told = counts.filter(([, number]) => number > 0).map(([verdict, number]) => `${number} ${verdict}`);
  tell(`${path}: ${count(runs.length, 'run')}: ${told.join(', ')}`);
  for (const { name, run } of runs) {
    if (run.step === null) continue;
    const guess = run.isGuessed ? ' A call asked for something that was not recorded, and was answered as before.' : '';
    tell(`  ${name}: ${tellStep(run.step)}${guess}`);
  }
  return lines;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
