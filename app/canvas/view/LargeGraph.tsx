import { useLayoutEffect } from 'react';
import { Backdrop, useStages } from '../large/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import { useDrawnPart } from '../state/useDrawnPart.ts';

export interface LargeGraphProps {
  readonly arrangement: Arrangement;
  /** Takes what is to be drawn as cards and lines, whenever that changes. */
  readonly onDraw: (drawn: DrawnPart | null) => void;
}

/** A graph that is too large to be drawn as a whole: chooses what of it is drawn, and paints the rest behind that. */
export function LargeGraph({ arrangement, onDraw }: LargeGraphProps) {
  const drawn = useStages(arrangement, useDrawnPart(arrangement));
  useLayoutEffect(() => onDraw(drawn), [drawn, onDraw]);
  return drawn && <Backdrop arrangement={arrangement} drawn={drawn} />;
}
