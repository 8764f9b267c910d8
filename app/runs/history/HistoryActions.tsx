import { type ReactNode, useEffect, useRef } from 'react';
import { downloadBlob, zipTexts } from '../../platform/index.ts';
import { continueOnText } from '../../session/backtest/index.ts';
import { deleteRuns, exportRuns, keepRuns } from '../../session/history/index.ts';
import { closeDialog, notify } from '../../session/index.ts';
import { openComparison } from '../../session/relatedRuns/index.ts';
import { openRun } from '../../session/run/index.ts';
import { rerun } from '../../session/servedRuns/index.ts';
import { DownloadIcon, EyeIcon, GitCompareIcon, GitForkIcon, PlayIcon, StarIcon, Trash2Icon } from '../../ui/icons.ts';
import { Button, TableBar } from '../../ui/index.ts';
import { downloadRun, repeatRun } from '../parts/runTools.ts';
import styles from './HistoryTable.module.css';
import type { HistoryRow } from './historyRows.ts';
import { TagEditor } from './TagEditor.tsx';

interface HistoryActionsProps {
  /** What the actions are for: the chosen runs, or the one that the keys are on. */
  readonly rows: readonly HistoryRow[];
  /** How many are chosen. */
  readonly chosen: number;
  /** All tags that are in use. */
  readonly tags: readonly string[];
  readonly isAsking: boolean;
  readonly setIsAsking: (isAsking: boolean) => void;
  readonly onChanged: () => void;
  readonly onClear: () => void;
}

/** What can be done with one run of the table, or with several at once. */
export function HistoryActions(props: HistoryActionsProps): ReactNode {
  const { rows, chosen, tags, isAsking, setIsAsking, onChanged, onClear } = props;
  const own = rows.filter(({ address }) => address === null);
  const [one] = rows;
  const only = rows.length === 1 ? one : undefined;
  if (isAsking && own.length > 0)
    return <DeleteQuestion rows={own} onDone={() => setIsAsking(false)} onChanged={onChanged} />;
  const isAllKept = own.every(({ isKept }) => isKept);
  const hint = own.length < rows.length ? 'Runs of a server stay there' : undefined;
  return (
    <TableBar label="What to do with the chosen runs">
      <span className={styles.subject}>{describeSubject(rows, chosen)}</span>
      <Button
        size="small"
        icon={<EyeIcon />}
        disabled={only === undefined}
        onClick={() => leave(() => openRun(only?.runId ?? ''))}
      >
        Open
      </Button>
      <Button
        size="small"
        icon={<PlayIcon />}
        disabled={only === undefined || only.isImported || only.status === 'running'}
        title="With the input and the settings it had, and the text as it is now"
        onClick={() => only !== undefined && leave(() => repeat(only))}
      >
        Run again with its input
      </Button>
      <Button
        size="small"
        icon={<GitForkIcon />}
        disabled={only === undefined || only.isImported || only.address !== null}
        title="Its past as far as that is the same on the text as it is now; then that text"
        onClick={() => only !== undefined && leave(() => continueOnText(only))}
      >
        Continue on the new text
      </Button>
      <Button
        size="small"
        icon={<GitCompareIcon />}
        disabled={rows.length !== 2}
        title={rows.length === 2 ? undefined : 'Choose two runs'}
        onClick={() => openComparison(rows[0]?.runId ?? '', rows[1]?.runId ?? null)}
      >
        Compare two
      </Button>
      <TagEditor rows={rows} tags={tags} onChanged={onChanged} />
      <Button
        size="small"
        icon={<StarIcon />}
        disabled={own.length === 0}
        title={hint}
        onClick={() => void keepRuns(idsOf(own), !isAllKept).then(onChanged)}
      >
        {own.length > 0 && isAllKept ? 'Do not keep' : 'Keep'}
      </Button>
      <Button
        size="small"
        icon={<DownloadIcon />}
        disabled={own.length === 0}
        title={hint}
        onClick={() => void download(own)}
      >
        Export
      </Button>
      <Button
        size="small"
        variant="danger"
        icon={<Trash2Icon />}
        disabled={own.length === 0}
        title={hint}
        onClick={() => setIsAsking(true)}
      >
        Delete…
      </Button>
      {chosen > 0 && (
        <Button size="small" variant="ghost" onClick={onClear}>
          Choose none
        </Button>
      )}
    </TableBar>
  );
}

function describeSubject(rows: readonly HistoryRow[], chosen: number): string {
  if (chosen > 0) return chosen === 1 ? '1 chosen:' : `${chosen.toLocaleString('en')} chosen:`;
  return rows.length === 0 ? 'No run is chosen.' : 'This run:';
}

function idsOf(rows: readonly HistoryRow[]): readonly string[] {
  return rows.map(({ runId }) => runId);
}

/** Closes the table, so that what follows is seen. */
function leave(work: () => Promise<unknown>): void {
  closeDialog();
  void work();
}

function repeat(row: HistoryRow): Promise<unknown> {
  return row.address === null ? repeatRun(row.runId) : rerun(row.address, row);
}

/** One run as a file, several as an archive of files. */
async function download(rows: readonly HistoryRow[]): Promise<void> {
  const [one] = rows;
  if (one !== undefined && rows.length === 1) return downloadRun(one);
  const texts = await exportRuns(idsOf(rows));
  if (texts.size === 0) return;
  try {
    downloadBlob('runs.zip', await zipTexts(new Map([...texts].map(([runId, text]) => [`${runId}.json`, text]))));
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

interface DeleteQuestionProps {
  readonly rows: readonly HistoryRow[];
  readonly onDone: () => void;
  readonly onChanged: () => void;
}

/** Asks before runs are deleted permanently: what is in them is kept nowhere else. */
function DeleteQuestion({ rows, onDone, onChanged }: DeleteQuestionProps): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const what = rows.length === 1 ? 'this run' : `${rows.length.toLocaleString('en')} runs`;
  return (
    <fieldset className={styles.question}>
      <legend className={styles.subject}>Delete {what} permanently?</legend>
      <Button
        size="small"
        variant="danger"
        onClick={() => {
          onDone();
          void deleteRuns(idsOf(rows)).then(onChanged);
        }}
      >
        Delete
      </Button>
      <Button ref={keep} size="small" onClick={onDone}>
        Keep
      </Button>
    </fieldset>
  );
}
