import { useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import { paintOf } from '../../session/run/index.ts';
import { countFailed, countTimes } from '../../session/runSteps/index.ts';
import type { Kind } from '../../ui/index.ts';
import { describeResult } from '../model/describeResult.ts';
import { useTelling } from './useTelling.ts';

/** What a task last answered in the shown run, or why it failed and how often, as one line; null while there is nothing to say. */
export function useCardResult(taskId: string, kind: Kind): string | null {
  const last = useSession((state) => paintOf(state, taskId));
  const failed = useFailed(taskId);
  const times = useTimes(taskId);
  const tell = useTelling(last?.error ?? null);
  return useMemo(() => {
    if (last?.status === 'error') {
      const message = last.error === null ? null : tell(last.error);
      const count = `${failed.toLocaleString('en')}${times === 0 ? ' items' : ''} failed`;
      return failed > 1 ? `${count}. First: ${message}` : times > 1 ? `${count}: ${message}` : message;
    }
    return last?.status === 'success' ? describeResult(kind, last.output) : null;
  }, [last, failed, times, kind, tell]);
}

/** How often a task failed in the shown run, or for how many items. */
export function useFailed(taskId: string): number {
  return useSession(({ run: { shown } }) => (shown === null ? 0 : countFailed(shown, taskId)));
}

/** How often a task ran in the shown run; 0 for one that runs for items, which its collection counts. */
export function useTimes(taskId: string): number {
  return useSession(({ run: { shown } }) => (shown === null ? 0 : countTimes(shown, taskId)));
}
