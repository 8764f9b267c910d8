import { useSession } from '../../session/index.ts';
import { InfoIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { useDrawnAnalysis } from '../state/arrangement.ts';
import { canvasView, setCanvasView, useCanvasView } from '../state/canvasView.ts';
import { describeLarge, nameDocument } from './describeLarge.ts';
import styles from './LargeNotice.module.css';

export interface LargeNoticeProps {
  readonly arrangement: Arrangement;
  /** Whether lines of cards in view are omitted. */
  readonly isThinned: boolean;
}

/** Says once, of a file that is too dense, what is shown differently. */
export function LargeNotice({ arrangement, isThinned }: LargeNoticeProps) {
  const path = useSession((state) => state.document.activePath);
  const document = nameDocument(path, useDrawnAnalysis());
  const isClosed = useCanvasView(({ closedNotices }) => closedNotices.has(document));
  const text = describeLarge(arrangement, isThinned);
  if (isClosed || text === null) return null;
  const close = () => setCanvasView({ closedNotices: new Set([...canvasView().closedNotices, document]) });

  return (
    <div className={`${styles.notice} nokey`} role="status">
      <InfoIcon aria-hidden />
      <p className={styles.text}>{text}</p>
      <Button size="small" variant="ghost" onClick={close}>
        Close
      </Button>
    </div>
  );
}
