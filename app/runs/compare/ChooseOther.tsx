import { type ReactNode, useEffect, useState } from 'react';
import type { RunSummary } from '#engine/worker';
import { listComparable, openComparison, readComparedRun } from '../../session/relatedRuns/index.ts';
import { CommandMenu, formatLength, formatMoment, formatStatus, Spinner, StatusMark, useNow } from '../../ui/index.ts';
import { workOf } from '../history/workOf.ts';
import { statusMarkOf } from '../parts/describeRunStatus.ts';
import styles from './CompareDialog.module.css';

/** The runs that one run may be compared with: those of its file first. */
export function ChooseOther({ runId }: { readonly runId: string }): ReactNode {
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
