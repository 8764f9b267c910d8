import { useEffect, useMemo, useState } from 'react';
import { failedExpression, type RunError, tellItems } from '#engine/run';
import { useSession } from '../../session/index.ts';
import { paintOf } from '../../session/run/index.ts';
import { countFailedItems } from '../../session/runSteps/index.ts';
import { type Kind, lazyModule } from '../../ui/index.ts';
import { describeResult } from '../model/describeResult.ts';

const telling = lazyModule(() => import('./tellingErrors.ts'));

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

/** How errors are told: one of an expression with what failed in it, once what reads those is loaded. */
function useTelling(error: RunError | null): typeof tellItems {
  const isWanted = error !== null && failedExpression(error) !== null;
  const [loaded, setLoaded] = useState(telling.loaded);
  useEffect(() => {
    if (isWanted && loaded === null)
      void telling.load().then(
        (module) => setLoaded(module),
        () => null,
      );
  }, [isWanted, loaded]);
  return loaded?.tellError ?? tellItems;
}
