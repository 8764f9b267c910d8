import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { openRun } from '../session/run/index.ts';
import { answerWait, type Inbox, type InboxWait, readInbox } from '../session/servedRuns/index.ts';
import { EyeIcon } from '../ui/icons.ts';
import { Button, EmptyState, formatMoment, GivenName, Panel, useNow } from '../ui/index.ts';
import styles from './InboxPanel.module.css';
import { SignalForm } from './step/SignalForm.tsx';

/** How often the inbox is read while it is looked at, in ms. */
const EVERY = 2_000;

/** Every wait for a signal, of the runs of this browser and of servers, with the form of its answer. */
export function InboxPanel(): ReactNode {
  const { inbox, refresh } = useInbox();
  return (
    <Panel title="Inbox">
      {inbox?.problems.map((problem) => (
        <p key={problem} className={styles.problem} role="status">
          {problem}
        </p>
      ))}
      {inbox !== null && inbox.waits.length === 0 && (
        <EmptyState title="Nothing waits for an answer">
          Tasks that wait for a signal are here, of every run in this browser and on the servers that are set up.
        </EmptyState>
      )}
      <ol className={styles.list} aria-label="Waits for an answer, oldest first">
        {inbox?.waits.map((wait, index, { length }) => (
          <WaitRow
            key={`${wait.runId} ${wait.taskId} ${wait.since}`}
            wait={wait}
            place={`${index + 1} of ${length}`}
            onAnswered={refresh}
          />
        ))}
      </ol>
    </Panel>
  );
}

interface WaitRowProps {
  readonly wait: InboxWait;
  /** Which it is of how many. */
  readonly place: string;
  readonly onAnswered: () => void;
}

function WaitRow({ wait, place, onAnswered }: WaitRowProps): ReactNode {
  const now = useNow(false);
  const { path, taskId, signal, schema, since, server, runId } = wait;
  const title = wait.title ?? undefined;
  const description = wait.description ?? undefined;
  const where = server === null ? 'in this browser' : `on ${new URL(server).host}`;
  return (
    <li className={styles.wait}>
      <p className={styles.origin}>
        <GivenName name={path} isQuoted={false} /> · {taskId} · {where} · since {formatMoment(since, now)}
      </p>
      <SignalForm
        wait={{
          signal,
          schema,
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
        }}
        place={place}
        deliver={(payload) => answerWait(wait, payload)}
        onSent={onAnswered}
      />
      <Button size="small" variant="ghost" icon={<EyeIcon />} onClick={() => void openRun(runId)}>
        Show the run
      </Button>
    </li>
  );
}

/** The inbox, read again and again; null until it is there. */
function useInbox(): { readonly inbox: Inbox | null; readonly refresh: () => void } {
  const [inbox, setInbox] = useState<Inbox | null>(null);
  const [reads, setReads] = useState(0);
  const refresh = useCallback(() => setReads((count) => count + 1), []);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      const next = await readInbox().catch(() => null);
      if (!isCurrent) return;
      if (next !== null) setInbox(next);
      timer = setTimeout(() => setReads(reads + 1), EVERY);
    };
    void read();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [reads]);
  return { inbox, refresh };
}
