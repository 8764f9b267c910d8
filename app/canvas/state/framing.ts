import { useEffect, useState } from 'react';
import { lazyModule } from '../../ui/index.ts';

/** What places frames around cards and moves them together, loaded with the first frame. */
export const framing = lazyModule(() => import('../model/frames/toFlowFrames.ts'));

/** It, once it is there; null before, and as long as there is no frame. */
export function useFraming(hasFrames: boolean): ReturnType<typeof framing.loaded> {
  const [loaded, setLoaded] = useState(framing.loaded);
  useEffect(() => {
    if (!hasFrames || loaded) return;
    let isShown = true;
    framing.load().then(
      (module) => isShown && setLoaded(module),
      () => null,
    );
    return () => {
      isShown = false;
    };
  }, [hasFrames, loaded]);
  return hasFrames ? loaded : null;
}
