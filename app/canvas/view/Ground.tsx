import { ViewportPortal } from '@xyflow/react';
import { useRegion } from '../state/useRegion.ts';
import styles from './Ground.module.css';

/** From where on dots lie so close that they are only grey, px of the part of the canvas. */
const FAR = 7_000;

/** The dots of the grid, painted once for a part of the canvas, and what keeps the pointer off cards while the view moves. */
export function Ground() {
  const region = useRegion();
  if (region === null) return null;
  const { x, y, width, height } = region;
  const place = { transform: `translate(${x}px, ${y}px)`, width, height };
  return (
    <ViewportPortal>
      {width < FAR && <div className={styles.dots} style={place} />}
      <div className={styles.shield} style={place} />
    </ViewportPortal>
  );
}
