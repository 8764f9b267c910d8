import { useEffect, useState } from 'react';
import type { Change } from '#engine/change';
import { lazyModule } from '../ui/index.ts';

const telling = lazyModule(() => import('./tellChanges.ts'));

interface Told {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly Change[] | null;
}

/** What differs between two texts of a file: null until it is known, and where it is not said in sentences. */
export function useChanges(path: string, before: string | undefined, after: string): readonly Change[] | null {
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    if (before === undefined || before === after) return;
    let isWanted = true;
    void telling
      .load()
      .then(whenIdle)
      .then(
        ({ tellChanges }) => isWanted && setTold({ path, before, after, changes: tellChanges(path, before, after) }),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [path, before, after]);
  const isTold = told !== null && told.path === path && told.before === before && told.after === after;
  return isTold ? told.changes : null;
}

/** One row after the other gets its turn, and what a person does comes first. */
function whenIdle<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(value));
    else setTimeout(() => resolve(value), 50);
  });
}
