import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RunSummary } from '#engine/worker';
import { deleteRun, openRun, useSession } from '../session/index.ts';
import { SparklesIcon, Trash2Icon } from '../ui/icons.ts';
import { Button, EmptyState, IconButton, Panel, StatusMark, TextField } from '../ui/index.ts';
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
          {matching.length === 0 && <p className={styles.none}>No run matches “{query.trim()}”.</p>}
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
  /** ms since the epoch. */
  readonly now: number;
  readonly isShown: boolean;
}

function RunRow({ run, now, isShown }: RunRowProps): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const title = run.name ?? run.path;
  const when = formatMoment(run.startedAt, now);
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
        <StatusMark status={run.status} />
        <span className={styles.title} title={run.path}>
          {title}
        </span>
        <span className={styles.detail}>
          {when} · {run.endedAt === null ? run.status : formatLength(run.endedAt - run.startedAt)}
        </span>
        {isMadeUp(run) && (
          <span className={styles.simulated} title="Simulated: answers were made up, not given by a model">
            <SparklesIcon aria-hidden />
          </span>
        )}
      </button>
      <IconButton
        label={`Delete the run of ${title}`}
        icon={<Trash2Icon />}
        size="small"
        onClick={() => setIsAsking(true)}
      />
    </li>
  );
}

interface DeleteQuestionProps {
  readonly run: RunSummary;
  readonly when: string;
  readonly onKeep: () => void;
}

/** Asks before a run goes for good: its steps and the text that ran are kept nowhere else. */
function DeleteQuestion({ run, when, onKeep }: DeleteQuestionProps): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <li className={styles.row}>
      <fieldset className={styles.question}>
        <legend>
          {run.status === 'running' ? 'Stop and delete' : 'Delete'} the run of {when} for good?
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

function describeRun(run: RunSummary, when: string): string {
  return [run.name ?? run.path, run.status, when, ...(isMadeUp(run) ? ['simulated'] : [])].join(', ');
}
