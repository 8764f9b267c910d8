import { useEffect, useState } from 'react';
import { type RunError, tellItems } from '#engine/run';
import { isOfExpression, telling } from '../../session/runSteps/index.ts';

/** How errors are told: one of an expression with what failed in it, once what reads those is loaded. */
export function useTelling(error: RunError | null): typeof tellItems {
  const isWanted = error !== null && isOfExpression(error);
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
