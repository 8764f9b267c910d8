import { useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import { paintOf } from '../../session/run/index.ts';
import { countFailedItems } from '../../session/runSteps/index.ts';
import type { Kind } from '../../ui/index.ts';
import { describeResult } from '../model/describeResult.ts';
import { useTelling } from './useTelling.ts';

/** What a task last answered in the shown run, or why it failed and for how many items, as one line; null while there is nothing to say. */
export function useCardResult(taskId: string, kind: Kind): string | null {
  const last = useSession((state) => paintOf(state, taskId));
  const failed = useSession(({ run: { shown } }) => (shown === null ? 0 : countFailedItems(shown, taskId)));
  const tell = useTelling(last?.error ?? null);
  return useMemo(() => {
    if (last?.status === 'error') {
      const message = last.error === null ? null : tell(last.error);
      return failed > 1 ? `${failed.toLocaleString('en')} items failed. First: ${message}` : message;
    }
    return last?.status === 'success' ? describeResult(kind, last.output) : null;
  }, [last, failed, kind, tell]);
}
