import { useStore } from '@xyflow/react';
import { useState } from 'react';
import type { Box } from '../route/Line.ts';
import { keepRegion, type Looking } from './keepRegion.ts';

/** The part of the canvas around what is in view, which changes seldom while the view moves; null while there is no view. */
export function useRegion(isNeeded = true): Box | null {
  const [follow] = useState(createFollower);
  return useStore(isNeeded ? follow : nothing);
}

function createFollower(): (looking: Looking) => Box | null {
  let region: Box | null = null;
  return (looking) => (region = keepRegion(region, looking));
}

function nothing(): null {
  return null;
}
