import { useEffect, useState } from 'react';
import { loadRanking } from '#engine';
import { lazyModule } from '../../ui/index.ts';

/** What ranks cards that have no places: loaded with the first file that has such cards, or ahead. */
const ranking = lazyModule(() => loadRanking().then(() => true));

/** Loads what ranks cards and draws again when it is there. Throws where it cannot be loaded. */
export function useRanking(isMissing: boolean): void {
  const [state, setState] = useState<Error | 'missing' | 'loaded'>('missing');
  useEffect(() => {
    if (isMissing) ranking.load().then(() => setState('loaded'), setState);
  }, [isMissing]);
  if (state instanceof Error) throw state;
}
