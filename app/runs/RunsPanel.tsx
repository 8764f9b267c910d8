import { type ReactNode, useState } from 'react';
import type { RunSummary } from '#engine/worker';
import { deleteRun, openRun, useSession } from '../session/index.ts';
import { Trash2Icon } from '../ui/icons.ts';
import { Badge, EmptyState, IconButton, Panel, StatusMark, TextField } from '../ui/index.ts';
import { formatLength, formatMoment } from './formatMoment.ts';
import styles from './RunsPanel.module.css';
import { useNow } from './useNow.ts';

/** The history: every run of this workspace, newest first. Opening one shows it on the canvas and in the drawer. */
export function RunsPanel(): ReactNode {
  const runs = useSession((state) => state.runs);
  const shown = useSession((state) => state.run?.runId ?? null);
  const [query, setQuery] = useState('');
  const now = useNow(false);
  const wanted = query.trim().toLowerCase();
  const matching = runs.filter((run) => `${run.path} ${run.name ?? ''} ${run.status}`.toLowerCase().includes(wanted));
  return (
    <Panel title="Runs">
      {runs.length === 0 ? (
        <EmptyState title="No runs yet">
          A finished run stays here with its steps and the exact text that ran.
        </EmptyState>
      ) : (
        <>
          <TextField
            aria-label="Filter runs"
            value={query}
            placeholder="Filter by file, name or status"
            onChange={setQuery}
          />
          <ol className={styles.list} aria-label="Runs, newest first">
            {matching.map((run) => (
              <RunRow key={run.runId} run={run} now={now} isShown={run.runId === shown} />
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

interface RunRowProps {
  readonly run: RunSummary;
  readonly now: number;
  readonly isShown: boolean;
}

function RunRow({ run, now, isShown }: RunRowProps): ReactNode {
  const length = run.endedAt === null ? run.status : formatLength(run.endedAt - run.startedAt);
  const title = run.name ?? run.path;
  return (
    <li className={styles.row} data-shown={isShown || undefined}>
      <button
        type="button"
        className={styles.open}
        aria-current={isShown || undefined}
        aria-label={`${title}, ${run.status}, ${formatMoment(run.startedAt, now)}`}
        onClick={() => void openRun(run.runId)}
      >
        <StatusMark status={run.status === 'interrupted' ? 'cancelled' : run.status} />
        <span className={styles.title}>{title}</span>
        <span className={styles.detail}>
          {formatMoment(run.startedAt, now)} · {length}
          {(run.simulate || run.simulated) && <Badge tone="warning">Simulated</Badge>}
        </span>
      </button>
      <IconButton
        label={`Delete the run of ${title}`}
        icon={<Trash2Icon />}
        size="small"
        onClick={() => void deleteRun(run.runId)}
      />
    </li>
  );
}
