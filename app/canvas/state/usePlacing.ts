import { useEffect, useState } from 'react';
import { loadPlacing } from '#engine/layout';
import { lazyModule } from '../../ui/index.ts';

/** What places cards that have no places, and knows where a page before had them: loaded with the first file that has such cards, or ahead. */
export const placing = lazyModule(() => loadPlacing().then(() => import('./keptArrangements.ts')));

/** Loads what places cards and draws again when it is there. Throws where it cannot be loaded. */
export function usePlacing(isMissing: boolean): void {
  const [state, setState] = useState<Error | 'missing' | 'loaded'>('missing');
  useEffect(() => {
    if (isMissing) placing.load().then(() => setState('loaded'), setState);
  }, [isMissing]);
  if (state instanceof Error) throw state;
}
