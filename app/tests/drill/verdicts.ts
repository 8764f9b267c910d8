import type { DrillCell } from '../../session/tests/index.ts';

type Verdict = DrillCell['verdict'];

/** How each verdict is called, as in `DRILL_WORDS` of the engine, and drawn; from the worst to the best. */
export const VERDICTS: readonly { readonly verdict: Verdict; readonly words: string; readonly sign: string }[] = [
  { verdict: 'leaks', words: 'leaks a secret', sign: '◉' },
  { verdict: 'repeats', words: 'repeats a consequence', sign: '2×' },
  { verdict: 'hangs', words: 'hangs', sign: '∞' },
  { verdict: 'unhandled', words: 'unhandled', sign: '✕' },
  { verdict: 'as-written', words: 'ends in an error as written', sign: '◼' },
  { verdict: 'handled', words: 'handled', sign: '✓' },
];

/** The words for a cell: its verdict, and whether that is wanted. */
export function wordsFor({ verdict, allowed }: DrillCell): string {
  const words = VERDICTS.find((each) => each.verdict === verdict)?.words ?? verdict;
  return allowed === null ? words : `${words}, as is wanted`;
}

/** The fault of a cell in words. */
export function nameFault(fault: string): string {
  return fault === 'none' ? 'no fault' : fault;
}
