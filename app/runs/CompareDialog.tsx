import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { RunSummary } from '#engine/worker';
import { closeDialog, useSession } from '../session/index.ts';
import {
  type ComparedGraph,
  type ComparedRecord,
  listComparable,
  openComparison,
  readComparedRun,
} from '../session/relatedRuns/index.ts';
import {
  Button,
  CommandMenu,
  EmptyState,
  formatLength,
  formatMoment,
  formatStatus,
  Screen,
  Spinner,
  StatusMark,
  useNow,
} from '../ui/index.ts';
import styles from './compare/CompareDialog.module.css';
import { ComparePath, CompareView } from './compare/CompareView.tsx';
import { statusMarkOf } from './parts/describeRunStatus.ts';
import { workOf } from './step/workOf.ts';

export interface CompareDialogProps {
  /** Draws both runs; given by the app, since features do not import each other. */
  readonly Graph: ComponentType<ComparedGraph>;
}

/** Asks with which run to compare, then fills the window with both. The window below is unchanged when it closes. */
export function CompareDialog({ Graph }: CompareDialogProps): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'compare');
  const comparison = useSession((state) => state.run.comparison);
  if (comparison === null) return null;
  const { runId, other, taskId } = comparison;
  return (
    <Screen
      isOpen={isOpen}
      isFull={other !== null}
      onClose={closeDialog}
      label={other === null ? 'Compare with another run' : 'Comparison of two runs'}
    >
      {isOpen &&
        (other === null ? (
          <ChooseOther runId={runId} />
        ) : (
          <ReadRuns key={`${runId} ${other}`} runIds={[runId, other]} taskId={taskId} Graph={Graph} />
        ))}
    </Screen>
  );
}

interface ReadRunsProps extends CompareDialogProps {
  readonly runIds: readonly [string, string];
  /** The task that is looked at first. */
  readonly taskId: string | null;
}

function ReadRuns({ runIds: [one, other], taskId, Graph }: ReadRunsProps): ReactNode {
  const runs = useComparedRuns(one, other);
  if (runs === null)
    return (
      <div className={styles.wait}>
        <Spinner label="Reading both runs" />
      </div>
    );
  if (typeof runs === 'string')
    return (
      <div className={styles.wait}>
        <ComparePath file="the runs inside" />
        <EmptyState title="The runs could not be compared" actions={<Button onClick={closeDialog}>Close</Button>}>
          {runs}
        </EmptyState>
      </div>
    );
  return <CompareView runs={runs} taskId={taskId} Graph={Graph} />;
}

/** The runs that one run may be compared with: those of its file first. */
function ChooseOther({ runId }: { readonly runId: string }): ReactNode {
  const now = useNow(false);
  const [found, setFound] = useState<{ readonly path: string; readonly runs: readonly RunSummary[] } | string | null>(
    null,
  );
  useEffect(() => {
    let isWanted = true;
    const read = async (): Promise<typeof found> => {
      const run = await readComparedRun(runId);
      return run === null ? 'That run is no longer kept.' : { path: run.path, runs: await listComparable(run) };
    };
    void read()
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
      .then((read) => isWanted && setFound(read));
    return () => {
      isWanted = false;
    };
  }, [runId]);
  if (found === null || typeof found === 'string')
    return <div className={styles.wait}>{found === null ? <Spinner label="Looking for runs" /> : <p>{found}</p>}</div>;

  const toItem = (run: RunSummary) => {
    const work = workOf(run);
    return {
      id: run.runId,
      label: `${formatMoment(run.startedAt, now)} · ${formatStatus(statusMarkOf(run))}${
        work === null ? '' : ` · ${formatLength(work)}`
      }`,
      hint: [
        ...(run.path === found.path ? [] : [run.path]),
        ...(run.isImported === true ? ['imported'] : []),
        ...(run.forkedFrom === undefined ? [] : ['fork']),
        ...(run.simulate || run.simulated ? ['simulated'] : []),
      ].join(' · '),
      icon: <StatusMark status={statusMarkOf(run)} isDecorative />,
      keywords: [run.path, run.name ?? ''],
      onSelect: () => openComparison(runId, run.runId),
    };
  };
  const isOwn = ({ path }: RunSummary): boolean => path === found.path;
  return (
    <CommandMenu
      label="Compare with another run"
      placeholder="Compare with…"
      emptyText="There is no other run yet. Run the workflow once more, or import a run."
      groups={[
        { heading: `Runs of ${found.path}`, items: found.runs.filter(isOwn).map(toItem) },
        { heading: 'Runs of other files', items: found.runs.filter((run) => !isOwn(run)).map(toItem) },
      ]}
    />
  );
}

/** Two runs that are compared. */
type ComparedPair = readonly [ComparedRecord, ComparedRecord];

/** How long after it was read a run that continues is read again, at least, in ms. */
const PAUSE = 1_000;

/** And how many times as long as reading took: a long run of a server is read as a whole. */
const SHARE = 4;

/**
 * Two runs by their ids, read again until both have ended. A text says why they could not be read at first; null: they are being
 * read. What fails later leaves what was read last, and is tried again.
 */
function useComparedRuns(one: string, other: string): ComparedPair | string | null {
  const [runs, setRuns] = useState<ComparedPair | string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const follow = async (): Promise<void> => {
      for (let last: ComparedPair | null = null; !signal.aborted; ) {
        const begun = performance.now();
        const read = await readPair([one, other], last);
        if (signal.aborted) return;
        if (read !== last) setRuns(read);
        if (typeof read === 'string' || read.every(hasEnded)) return;
        last = read;
        await pause(Math.max(PAUSE, SHARE * (performance.now() - begun)), signal);
      }
    };
    void follow();
    return () => leaving.abort();
  }, [one, other]);
  return runs;
}

/** Reads those that have not ended when they were read last. */
async function readPair(ids: readonly [string, string], last: ComparedPair | null): Promise<ComparedPair | string> {
  const read = async (index: 0 | 1): Promise<ComparedRecord | null> => {
    const known = last?.[index];
    return known !== undefined && hasEnded(known) ? known : readComparedRun(ids[index]);
  };
  try {
    const [first, second] = await Promise.all([read(0), read(1)]);
    if (first === null || second === null)
      return 'One of these runs is no longer kept. Choose others in the history of runs.';
    return isSame(first, last?.[0]) && isSame(second, last?.[1]) && last !== null ? last : [first, second];
  } catch (error) {
    return last ?? (error instanceof Error ? error.message : String(error));
  }
}

/** Whether nothing happened in a run since it was read before. */
function isSame(run: ComparedRecord, before: ComparedRecord | undefined): boolean {
  return before !== undefined && run.view.eventCount === before.view.eventCount && run.status === before.status;
}

/** Also one that was interrupted: nothing happens in it while no one resumes it. */
function hasEnded({ status }: ComparedRecord): boolean {
  return status !== 'running';
}

function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
