import { useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import { paintOf } from '../../session/run/index.ts';
import type { Kind } from '../../ui/index.ts';
import { describeResult } from '../model/describeResult.ts';

/** What a task last answered in the shown run, or why it failed, as one line; null while there is nothing to say. */
export function useCardResult(taskId: string, kind: Kind): string | null {
  const last = useSession((state) => paintOf(state, taskId));
  return useMemo(() => {
    if (last?.status === 'error') return last.error?.message ?? null;
    return last?.status === 'success' ? describeResult(kind, last.output) : null;
  }, [last, kind]);
}
