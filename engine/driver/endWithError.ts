import { advance, type Run, type RunError, type RunEvent } from '../run/index.ts';

/**
 * The events that end a run whose machine threw: all its tasks are cancelled, and it finishes with this error. They are
 * shown and never journaled: the journal ends before them.
 */
export function endWithError(run: Run, error: RunError, at: number): readonly RunEvent[] {
  const finish = { type: 'run.finished', status: 'error', output: null, error } as const;
  const events = cancel(run, at);
  const last = events.at(-1);
  if (last?.type !== 'run.finished') return [...events, { seq: (last?.seq ?? -1) + 1, at, ...finish }];
  return [...events.slice(0, -1), { seq: last.seq, at: last.at, ...finish }];
}

function cancel(run: Run, at: number): readonly RunEvent[] {
  try {
    return advance(run, { type: 'run.cancelled', at }).events;
  } catch {
    return [];
  }
}
