import { type RunService, type ServedRun, UnreachableError } from '../../service/index.ts';
import { hasEnded } from './wire.ts';

/** How long one waits for the end of a run. */
export interface Patience {
  /** Each of them ends the wait. */
  readonly signals: readonly AbortSignal[];
  /** In ms; null: as long as it takes. */
  readonly within: number | null;
}

/** The run once it has ended; null where that took too long, no one waits any more, or the runs cannot be reached. Leaves no listener behind. */
export async function awaitEnd(
  service: RunService,
  runId: string,
  { signals, within }: Patience,
): Promise<ServedRun | null> {
  // Not by AbortSignal.any: the server's signal lives on, and would keep all of these.
  const stop = new AbortController();
  const end = (): void => stop.abort();
  const timer = within === null ? null : setTimeout(end, within);
  for (const signal of signals) signal.addEventListener('abort', end, { once: true });
  if (signals.some(({ aborted }) => aborted)) end();
  try {
    const last = await service.untilEnded(runId, stop.signal);
    return last !== null && hasEnded(last) ? last : null;
  } catch (error) {
    if (error instanceof UnreachableError) return null;
    throw error;
  } finally {
    if (timer !== null) clearTimeout(timer);
    end();
    for (const signal of signals) signal.removeEventListener('abort', end);
  }
}
