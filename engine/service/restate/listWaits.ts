import type { Run, RunView } from '../../run/index.ts';
import type { RunWaits } from './contract.ts';

/** The signals that tasks of a run wait for. */
export function listWaits(run: Run, view: RunView): RunWaits {
  return [...run.listeners].flatMap(([signal, listeners]) =>
    [...listeners].flatMap(({ continuation }) => {
      if (continuation.kind !== 'wait.signal') return [];
      const { id, task } = continuation.activation;
      const { startedAt = null, until = null } = view.activations.get(id) ?? {};
      const since = startedAt ?? run.now;
      return [{ task: task.id, signal, since, until, title: task.name ?? null, description: null, schema: null }];
    }),
  );
}
