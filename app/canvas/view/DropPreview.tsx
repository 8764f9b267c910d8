import { useStore, ViewportPortal } from '@xyflow/react';
import { classes } from '../../ui/index.ts';
import { useCanvasView } from '../state/canvasView.ts';
import styles from './DropPreview.module.css';

/** Distance of the text from the pointer, px on the screen. */
const ASIDE = 18;

/** While cards are dragged: the place in a list they would take, and a text that says what the drop does, or why it is refused. */
export function DropPreview() {
  const drop = useCanvasView((view) => view.drop);
  const zoom = useStore(({ transform }) => transform[2]);
  if (!drop) return null;
  const { slot, at, reason, text } = drop;
  const style = slot && { left: slot.x, top: slot.y, width: slot.width, height: slot.height };
  return (
    <ViewportPortal>
      {style && <div className={styles.bar} style={style} />}
      <div
        className={classes(styles.words, reason !== null && styles.refused)}
        style={{ left: at.x + ASIDE / zoom, top: at.y + ASIDE / zoom, scale: String(1 / zoom) }}
        role="status"
      >
        {text}
      </div>
    </ViewportPortal>
  );
}
