import { type ReactNode, useState } from 'react';
import type { ThreadSummary } from '#engine/worker';
import { Button, formatMoment, PanelSection } from '../ui/index.ts';
import styles from './MemoryPanel.module.css';

/** How many threads are shown at first, and how many more each time. */
const PAGE = 100;

export interface ThreadListProps {
  /** Newest first. */
  readonly threads: readonly ThreadSummary[];
  /** The thread that was open a moment ago: the focus goes back to it. */
  readonly last: string | null;
  readonly onOpen: (threadId: string) => void;
}

/** The threads of a memory, each with the time of its last message and their count. */
export function ThreadList({ threads, last, onOpen }: ThreadListProps): ReactNode {
  const [count, setCount] = useState(PAGE);
  const [now] = useState(() => Date.now());
  return (
    <PanelSection title={threads.length === 1 ? '1 thread' : `${threads.length} threads`}>
      <ol className={styles.list} aria-label="Threads, newest first">
        {threads.slice(0, count).map(({ threadId, updatedAt, messageCount }) => (
          <li key={threadId}>
            <button type="button" autoFocus={threadId === last} className={styles.row} onClick={() => onOpen(threadId)}>
              <span className={styles.thread} title={threadId}>
                {threadId}
              </span>
              <span className={styles.detail}>
                {formatMoment(Date.parse(updatedAt), now)} · {formatCount(messageCount)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {threads.length > count && (
        <Button size="small" onClick={() => setCount(count + PAGE)}>
          Show more
        </Button>
      )}
    </PanelSection>
  );
}

function formatCount(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}
