import { type Json, toJson } from '../../base/index.ts';
import { configOf } from '../../model/index.ts';
import type { Run } from '../state/Run.ts';

/** A task that waits for a signal. Times in ms since the epoch. */
export interface SignalWait {
  readonly taskId: string;
  readonly signal: string;
  readonly since: number;
  /** When it gives up. */
  readonly until: number;
  readonly title: string | null;
  readonly description: string | null;
  /** JSON Schema of what comes with the signal; null: anything. */
  readonly schema: Json;
}

/** The waits for signals of a run, in the order they began. */
export function listSignalWaits({ listeners }: Run): readonly SignalWait[] {
  const waits = [...listeners.values()].flatMap((each) =>
    [...each].flatMap(({ name, continuation }) => {
      const activation = continuation.kind === 'wait.signal' ? continuation.activation : null;
      const body = activation?.body;
      if (activation === null || body?.kind !== 'wait') return [];
      const { startedAt: since, options } = body;
      const { title = null, description = null } = body.words;
      const { signalSchema = null } = configOf(activation.task);
      const schema = signalSchema === null ? null : toJson(signalSchema);
      return [
        { taskId: activation.task.id, signal: name, since, until: since + options.timeout, title, description, schema },
      ];
    }),
  );
  return waits.sort((a, b) => a.since - b.since);
}
