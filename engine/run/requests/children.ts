import type { ChildReport } from '../contract/ChildReport.ts';
import { emit, refOf } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import { countChildSpending } from './spending.ts';

/** Takes what a run reports that a pending call has started; nothing changes for another call, or where nothing is new. */
export function reportChild(run: Run, key: string, child: ChildReport): void {
  const pending = run.calls.get(key);
  if (pending === undefined) return;
  // In a fork the call is made again and starts another run: what the first one has used stays counted.
  const known = pending.child?.runId === child.runId ? pending.child : undefined;
  const hasUsed = isNew(known, child);
  if (known !== undefined && !hasUsed) return;
  run.calls.set(key, { ...pending, child });
  emit(run, { type: 'child.reported', ...refOf(pending.activation), key, child });
  if (hasUsed) countChildSpending(run, known?.usage, child.usage);
}

function isNew(known: ChildReport | undefined, { usage }: ChildReport): boolean {
  if (usage === undefined) return false;
  const before = known?.usage;
  return (
    usage.input_tokens !== before?.input_tokens ||
    usage.output_tokens !== before.output_tokens ||
    usage.cost !== before.cost ||
    usage.unpriced !== before.unpriced
  );
}
