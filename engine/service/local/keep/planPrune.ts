import type { KeepConfig, KeepRule } from '../../../serveConfig/index.ts';
import type { RunRow } from '../rows/RunRow.ts';
import { toNamePattern } from '../toNamePattern.ts';

/** What is asked of a run that has ended. */
export type EndedRow = Pick<RunRow, 'id' | 'workflow' | 'status' | 'endedAt' | 'number'>;

const DAY = 24 * 3600_000;

/**
 * Which of the runs that have ended go. The first rule that fits a run says how many of its kind are kept and for how long, and
 * where none does, the configuration itself. What is left goes from the oldest on, while it is larger than `bytes` together.
 *
 * @param sizeOf bytes of what is kept of a run; asked only where `bytes` is said
 */
export function planPrune(
  rows: readonly EndedRow[],
  keep: KeepConfig,
  { now, sizeOf }: { readonly now: number; readonly sizeOf: (id: string) => number },
): readonly string[] {
  const rules = keep.rules.map((rule) => ({ rule, fits: toTest(rule) }));
  const counts = new Map<unknown, number>();
  const gone: string[] = [];
  let bytes = 0;
  for (const row of rows.toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0) || b.number - a.number)) {
    const limits = rules.find(({ fits }) => fits(row))?.rule ?? keep;
    const count = (counts.get(limits) ?? 0) + 1;
    counts.set(limits, count);
    const isTooMany = limits.runs !== null && count > limits.runs;
    const isTooOld = limits.days !== null && (row.endedAt ?? 0) < now - limits.days * DAY;
    if (isTooMany || isTooOld) gone.push(row.id);
    else if (keep.bytes !== null) {
      bytes += sizeOf(row.id);
      if (bytes > keep.bytes) gone.push(row.id);
    }
  }
  // The oldest first: who is interrupted has removed those.
  return gone.reverse();
}

function toTest({ workflow, status }: KeepRule): (row: EndedRow) => boolean {
  const pattern = workflow === null ? null : toNamePattern(workflow);
  return (row) => (pattern === null || pattern.test(row.workflow)) && (status === null || status === row.status);
}
