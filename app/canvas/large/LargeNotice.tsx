import { useState } from 'react';
import { useSession } from '../../session/index.ts';
import { InfoIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { describeLarge } from './describeLarge.ts';
import styles from './LargeNotice.module.css';

/** Files for which the notice was closed, as long as the page lasts. */
const closed = new Set<string>();

export interface LargeNoticeProps {
  readonly arrangement: Arrangement;
  /** Whether lines of cards in view are left out. */
  readonly isThinned: boolean;
}

/** Says once, of a file that is too dense, what is shown differently. */
export function LargeNotice({ arrangement, isThinned }: LargeNoticeProps) {
  const path = useSession((state) => state.document.activePath) ?? '';
  const [isClosed, setIsClosed] = useState(false);
  const text = describeLarge(arrangement, isThinned);
  if (isClosed || closed.has(path) || text === null) return null;

  function close() {
    closed.add(path);
    setIsClosed(true);
  }

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
