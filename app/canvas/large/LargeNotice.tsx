import type { ShownAnalysis } from '#engine';
import { useSession } from '../../session/index.ts';
import { InfoIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { useDrawnAnalysis } from '../state/arrangement.ts';
import { canvasView, setCanvasView, useCanvasView } from '../state/canvasView.ts';
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

/** Says what is shown differently because the workflow is too dense; null where nothing is. */
export function describeLarge({ isPlain, graph }: Pick<Arrangement, 'isPlain' | 'graph'>, isThinned: boolean) {
  const plain = 'This workflow is too dense to arrange automatically. A plain arrangement is shown.';
  const count = graph.edges.length.toLocaleString('en');
  const thinned = `Not all of its ${count} connections are drawn. Select a task to see its own.`;
  const sentences = [isPlain ? plain : null, isThinned ? thinned : null].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Names a document by its path and id, for what was closed: at a path alone another one may have been before. */
export function nameDocument(path: string | null, analysis: Pick<ShownAnalysis, 'workflow'> | null): string {
  return JSON.stringify([path, analysis?.workflow.id ?? null]);
}
