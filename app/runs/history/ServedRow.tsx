import { type ReactNode, useEffect, useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import { openComparison } from '../../session/relatedRuns/index.ts';
import { openRun, type RunFilter } from '../../session/run/index.ts';
import { openReport } from '../../session/runSteps/index.ts';
import { refreshAllServed, rerun } from '../../session/servedRuns/index.ts';
import type { ServedRun } from '../../session/servers/index.ts';
import { DownloadIcon, EllipsisIcon, GitCompareIcon, RotateCwIcon } from '../../ui/icons.ts';
import {
  formatLength,
  formatMoment,
  IconButton,
  Menu,
  type MenuEntry,
  type Status,
  StatusMark,
} from '../../ui/index.ts';
import { workOf } from '../step/workOf.ts';
import styles from './RunsPanel.module.css';

interface ServedRowProps {
  readonly run: ServedRun;
  readonly address: string;
  /** ms since the epoch. */
  readonly now: number;
  /** Which run is on the canvas. */
  readonly shown: string | null;
}

/** A run of a server among those of this browser. */
export function ServedRow({ run, address, now, shown }: ServedRowProps): ReactNode {
  const isShown = run.runId === shown;
  const when = formatMoment(run.startedAt, now);
  const { host } = new URL(address);
  const work = workOf(run);
  const detail = [
    when,
    ...(work === null ? [] : [formatLength(work)]),
    host,
    ...(run.trigger === null ? [] : [run.trigger]),
  ].join(' · ');
  return (
    <li className={styles.row} data-shown={isShown || undefined}>
      <button
        type="button"
        className={styles.open}
        aria-current={isShown || undefined}
        aria-label={[run.path, run.status, when, `on ${host}`].join(', ')}
        onClick={() => void openRun(run.runId)}
      >
        <StatusMark status={markOf(run)} />
        <span className={styles.title} title={run.path}>
          {run.path}
        </span>
        <span className={styles.detail} title={`${detail} (${run.status})`}>
          {detail}
        </span>
      </button>
      <span className={styles.acts}>
        <Menu
          align="end"
          trigger={
            <IconButton label={`More for the run of ${run.path} on ${host}`} icon={<EllipsisIcon />} size="small" />
          }
          entries={[
            {
              label: 'Run again there, with the same input',
              icon: <RotateCwIcon />,
              onSelect: () => void rerun(address, run),
            },
            ...comparisonEntries(run.runId, shown),
            { label: 'Save as a report…', icon: <DownloadIcon />, onSelect: () => openReport(run.runId) },
          ]}
        />
      </span>
    </li>
  );
}

function markOf({ status }: ServedRun): Status {
  return status === 'queued' ? 'pending' : status;
}

/** What compares a run of the history: with the run on the canvas, if there is another one, and with one that is chosen then. */
export function comparisonEntries(runId: string, shown: string | null): readonly MenuEntry[] {
  const icon = <GitCompareIcon />;
  const withShown: MenuEntry = {
    label: 'Compare with the run on the canvas',
    icon,
    onSelect: () => openComparison(runId, shown),
  };
  return [
    ...(shown === null || shown === runId ? [] : [withShown]),
    { label: 'Compare with…', icon, onSelect: () => openComparison(runId) },
  ];
}

/** How often servers are asked for their runs while the history is looked at, in ms. */
const EVERY = 3_000;

/** A run of a server, and where that is. */
export interface ListedRow {
  readonly address: string;
  readonly run: ServedRun;
}

/** The runs of all servers that fit a filter, and what is wrong with servers that do not answer; asked for as long as it is used. */
export function useServedRuns(filter: RunFilter): {
  readonly runs: readonly ListedRow[];
  readonly problems: readonly string[];
} {
  const served = useSession((state) => state.run.served);
  const servers = useSession((state) => state.workspace.servers);
  useEffect(() => {
    if (servers.length === 0) return;
    const refresh = (): void => void refreshAllServed();
    refresh();
    const timer = setInterval(refresh, EVERY);
    return () => clearInterval(timer);
  }, [servers]);
  return useMemo(() => {
    const all = [...served].flatMap(([address, { runs }]) => runs.map((run) => ({ address, run })));
    const problems = [...served.values()].flatMap(({ problem }) => problem ?? []);
    return { runs: all.filter((each) => fits(each, filter)), problems };
  }, [served, filter]);
}

function fits({ address, run }: ListedRow, { path, status, text }: RunFilter): boolean {
  if (path !== null && run.path !== path) return false;
  const isOver = run.status === 'success' || run.status === 'error' || run.status === 'cancelled';
  if (status !== null && status !== (isOver ? run.status : 'running')) return false;
  return `${run.path} ${run.status} ${address}`.toLowerCase().includes(text.trim().toLowerCase());
}
