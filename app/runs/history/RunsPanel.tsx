import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RunSummary } from '#engine/worker';
import { useAction } from '../../actions/index.ts';
import { continueOnText } from '../../session/backtest/index.ts';
import { setPanel, useSession } from '../../session/index.ts';
import { deleteRun, keepRun, openRun, showMoreRuns } from '../../session/run/index.ts';
import { openReport } from '../../session/runSteps/index.ts';
import {
  BellIcon,
  DownloadIcon,
  EllipsisIcon,
  FastForwardIcon,
  FileUpIcon,
  GitForkIcon,
  InboxIcon,
  PlayIcon,
  ServerIcon,
  SparklesIcon,
  StarIcon,
  TableIcon,
  Trash2Icon,
  TriangleAlertIcon,
} from '../../ui/icons.ts';
import {
  Button,
  describeProblems,
  EmptyState,
  formatLength,
  formatMoment,
  IconButton,
  Menu,
  Panel,
  StatusMark,
  useNow,
} from '../../ui/index.ts';
import { describeRunStatus, statusMarkOf } from '../parts/describeRunStatus.ts';
import { downloadRun, repeatRun } from '../parts/runTools.ts';
import { workOf } from '../step/workOf.ts';
import { RunFilters } from './RunFilters.tsx';
import styles from './RunsPanel.module.css';
import { comparisonEntries, type ListedRow, ServedRow, useServedRuns } from './ServedRow.tsx';
import { describeWaits, useOwnRuns, useServedWaits } from './useWaits.ts';

/** The history: the runs of this workspace, newest first. Opening one shows it on the canvas and in the drawer. */
export function RunsPanel(): ReactNode {
  const runs = useSession((state) => state.run.history);
  const hasMore = useSession((state) => state.run.hasMore);
  const shown = useSession((state) => state.run.shown?.runId ?? null);
  const filter = useSession((state) => state.run.filter);
  const importRun = useAction('run.import');
  const showTable = useAction('run.history');
  const tell = useAction('run.tell');
  const showServer = useAction('run.server');
  const hasServers = useSession((state) => state.workspace.servers.length > 0);
  const isTold = useSession((state) => state.view.tellsOfRuns);
  const now = useNow(false);
  const served = useServedRuns(filter);
  const isFiltered = filter.path !== null || filter.status !== null || filter.text.trim() !== '';
  return (
    <Panel
      title="Runs"
      actions={
        <>
          <IconButton size="small" label="All runs as a table" icon={<TableIcon />} onClick={showTable.run} />
          <IconButton
            size="small"
            label="Notify me when runs end or wait"
            icon={<BellIcon />}
            isActive={isTold}
            onClick={tell.run}
          />
          {hasServers && (
            <IconButton
              size="small"
              label="Server: schedules and limits"
              icon={<ServerIcon />}
              onClick={showServer.run}
            />
          )}
          <IconButton size="small" label="Import a run" icon={<FileUpIcon />} onClick={importRun.run} />
        </>
      }
    >
      <InboxButton />
      {runs.length + served.runs.length === 0 && served.problems.length === 0 && !isFiltered ? (
        <EmptyState title="No runs yet">
          A finished run stays here with its steps and the exact text that ran. A run that was exported can be imported,
          or dropped on this window.
        </EmptyState>
      ) : (
        <>
          <RunFilters filter={filter} />
          {served.problems.map((problem) => (
            <p key={problem} className={styles.problem} role="status">
              {problem}
            </p>
          ))}
          {runs.length + served.runs.length === 0 && <p className={styles.none}>No run matches this filter.</p>}
          <ol className={styles.list} aria-label="Runs, newest first">
            {[...runs, ...served.runs]
              .sort(byStart)
              .map((row) =>
                'run' in row ? (
                  <ServedRow key={row.run.runId} {...row} now={now} shown={shown} />
                ) : (
                  <RunRow key={row.runId} run={row} now={now} shown={shown} />
                ),
              )}
          </ol>
          {hasMore && (
            <div className={styles.more}>
              <Button size="small" onClick={() => void showMoreRuns()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

/** The way to what runs wait for, with how much that is. */
function InboxButton(): ReactNode {
  const count = useOwnRuns().waits + useServedWaits();
  return (
    <Button
      size="small"
      variant={count === 0 ? 'ghost' : 'secondary'}
      className={styles.inbox}
      icon={<InboxIcon />}
      onClick={() => setPanel('inbox')}
    >
      {count === 0 ? 'Inbox' : `Inbox: ${describeWaits(count)}`}
    </Button>
  );
}

/** The newest first. */
function byStart(a: RunSummary | ListedRow, b: RunSummary | ListedRow): number {
  return startOf(b) - startOf(a);
}

function startOf(row: RunSummary | ListedRow): number {
  return 'run' in row ? row.run.startedAt : row.startedAt;
}

interface RunRowProps {
  readonly run: RunSummary;
  /** ms since the epoch. */
  readonly now: number;
  /** Which run is on the canvas. */
  readonly shown: string | null;
}

function RunRow({ run, now, shown }: RunRowProps): ReactNode {
  const isShown = run.runId === shown;
  const [isAsking, setIsAsking] = useState(false);
  const title = run.name ?? run.path;
  const when = formatMoment(run.startedAt, now);
  const work = workOf(run);
  const told = work === null ? [describeRunStatus(run), when] : [when, formatLength(work)];
  const detail = [...told, ...originOf(run)].join(' · ');
  if (isAsking) return <DeleteQuestion run={run} when={when} onKeep={() => setIsAsking(false)} />;
  return (
    <li className={styles.row} data-shown={isShown || undefined}>
      <button
        type="button"
        className={styles.open}
        aria-current={isShown || undefined}
        aria-label={describeRun(run, when)}
        onClick={() => void openRun(run.runId)}
      >
        <StatusMark status={statusMarkOf(run)} />
        <span className={styles.title} title={run.path}>
          {title}
        </span>
        <span className={styles.detail} title={detail}>
          {detail}
        </span>
        {run.warnings !== undefined && (
          <span className={styles.simulated} title={describeProblems({ errors: 0, warnings: run.warnings })}>
            <TriangleAlertIcon aria-hidden />
          </span>
        )}
        {run.passed !== undefined && (
          <span className={styles.simulated} title={`Virtual time: ${formatLength(run.passed)} passed at once`}>
            <FastForwardIcon aria-hidden />
          </span>
        )}
        {isMadeUp(run) && (
          <span className={styles.simulated} title="Simulated: answers were made up, not given by a model">
            <SparklesIcon aria-hidden />
          </span>
        )}
      </button>
      <span className={styles.acts} data-kept={run.isKept || undefined}>
        <IconButton
          label={run.isKept ? `Do not keep the run of ${title}` : `Keep the run of ${title}`}
          icon={<StarIcon />}
          size="small"
          isActive={run.isKept === true}
          onClick={() => void keepRun(run.runId, run.isKept !== true)}
        />
        <Menu
          align="end"
          trigger={<IconButton label={`More for the run of ${title}`} icon={<EllipsisIcon />} size="small" />}
          entries={[
            ...comparisonEntries(run.runId, shown),
            {
              label: 'Run again with its input',
              icon: <PlayIcon />,
              isDisabled: run.status === 'running' || run.isImported === true,
              onSelect: () => void repeatRun(run.runId),
            },
            {
              label: 'Continue on the new text',
              icon: <GitForkIcon />,
              isDisabled: run.isImported === true || run.importedFrom !== undefined,
              onSelect: () => void continueOnText(run),
            },
            'separator',
            { label: 'Save as a report…', icon: <DownloadIcon />, onSelect: () => openReport(run.runId) },
            { label: 'Export', icon: <DownloadIcon />, onSelect: () => void downloadRun(run) },
            'separator',
            { label: 'Delete…', icon: <Trash2Icon />, isDanger: true, onSelect: () => setIsAsking(true) },
          ]}
        />
      </span>
    </li>
  );
}

interface DeleteQuestionProps {
  readonly run: RunSummary;
  readonly when: string;
  readonly onKeep: () => void;
}

/** Asks before a run is deleted permanently: its steps and the text that ran are kept nowhere else. */
function DeleteQuestion({ run, when, onKeep }: DeleteQuestionProps): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <li className={styles.row}>
      <fieldset className={styles.question}>
        <legend>
          {run.status === 'running' ? 'Stop and delete' : 'Delete'} the run of {when} permanently?
        </legend>
        <Button size="small" variant="danger" onClick={() => void deleteRun(run.runId)}>
          Delete
        </Button>
        <Button ref={keep} size="small" onClick={onKeep}>
          Keep
        </Button>
      </fieldset>
    </li>
  );
}

function isMadeUp(run: RunSummary): boolean {
  return run.simulate || run.simulated;
}

function originOf(run: RunSummary): readonly string[] {
  return [...(run.forkedFrom === undefined ? [] : ['fork']), ...(run.isImported === true ? ['imported'] : [])];
}

function describeRun(run: RunSummary, when: string): string {
  const marks = [
    ...originOf(run),
    ...(isMadeUp(run) ? ['simulated'] : []),
    ...(run.passed === undefined ? [] : ['virtual time']),
    ...(run.warnings === undefined ? [] : [describeProblems({ errors: 0, warnings: run.warnings })]),
    ...(run.isKept === true ? ['kept'] : []),
  ];
  return [run.name ?? run.path, describeRunStatus(run), when, ...marks].join(', ');
}
