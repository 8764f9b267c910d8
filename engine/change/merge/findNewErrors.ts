import { checkAnalysis } from '../../check/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Diagnostic } from '../../text/index.ts';

/** The errors of a text that none of its parents has as often. */
export function findNewErrors(merged: Analysis, parents: () => readonly Analysis[]): readonly Diagnostic[] {
  const errors = errorsOf(merged);
  if (errors.length === 0) return errors;
  const known = new Map<string, number>();
  for (const parent of parents()) {
    const counts = new Map<string, number>();
    for (const error of errorsOf(parent)) counts.set(keyOf(error), (counts.get(keyOf(error)) ?? 0) + 1);
    for (const [key, count] of counts) known.set(key, Math.max(count, known.get(key) ?? 0));
  }
  return errors.filter((error) => {
    const left = known.get(keyOf(error)) ?? 0;
    known.set(keyOf(error), left - 1);
    return left <= 0;
  });
}

function errorsOf(analysis: Analysis): readonly Diagnostic[] {
  return checkAnalysis(analysis).filter(({ severity }) => severity === 'error');
}

/** An error is the same wherever it is: items of lists move. */
function keyOf({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}
