import type { ReactNode } from 'react';
import { downloadBlob, zipTexts } from '../../platform/index.ts';
import { continueOnText } from '../../session/backtest/index.ts';
import { exportRuns, keepRuns } from '../../session/history/index.ts';
import { closeDialog, notify, useSession } from '../../session/index.ts';
import { openComparison } from '../../session/relatedRuns/index.ts';
import { openRun } from '../../session/run/index.ts';
import { rerun } from '../../session/servedRuns/index.ts';
import {
  DownloadIcon,
  EllipsisIcon,
  EyeIcon,
  GitCompareIcon,
  GitForkIcon,
  PlayIcon,
  RotateCwIcon,
  SquareIcon,
  StarIcon,
  Trash2Icon,
} from '../../ui/icons.ts';
import { Button, IconButton, Menu, type MenuEntry, TableBar } from '../../ui/index.ts';
import { downloadRun, repeatRun } from '../parts/runTools.ts';
import styles from './HistoryTable.module.css';
import type { HistoryRow } from './historyRows.ts';
import { type AccessOf, explainNone, type RunsAct, RunsQuestion, rowsFor, useServerAccess } from './RunsQuestion.tsx';
import { TagEditor } from './TagEditor.tsx';

interface HistoryActionsProps {
  /** What the actions are for: the chosen runs, or the one that the keys are on. */
  readonly rows: readonly HistoryRow[];
  /** How many are chosen. */
  readonly chosen: number;
  /** All tags that are in use. */
  readonly tags: readonly string[];
  /** What is asked about before it is done; null: nothing. */
  readonly asking: RunsAct | null;
  readonly setAsking: (asking: RunsAct | null) => void;
  readonly onChanged: () => void;
  readonly onClear: () => void;
}

/** What can be done with one run of the table, or with several at once; on a phone all but the first in a menu. */
export function HistoryActions(props: HistoryActionsProps): ReactNode {
  const { rows, chosen, tags, asking, setAsking, onChanged, onClear } = props;
  const access = useServerAccess();
  const isNarrow = useSession((state) => state.view.isNarrow);
  const own = rows.filter(({ address }) => address === null);
  const meant = asking === null ? [] : rowsFor(asking, rows, access);
  if (asking !== null && meant.length > 0)
    return (
      <RunsQuestion
        act={asking}
        rows={meant}
        others={rows.length - meant.length}
        onDone={() => setAsking(null)}
        onChanged={onChanged}
      />
    );
  if (rows.length === 0)
    return (
      <TableBar label="What to do with the chosen runs">
        <span className={styles.subject}>Choose runs to open, compare, tag, export or delete them.</span>
      </TableBar>
    );
  const [first, ...rest] = actionsFor(rows, own, { ...props, access });
  const none: RunsAction = { label: 'Choose none', isDisabled: false, run: onClear };
  return (
    <TableBar label="What to do with the chosen runs">
      <span className={styles.subject}>{describeSubject(chosen)}</span>
      {first && <ActionButton {...first} />}
      {isNarrow ? (
        <>
          <TagEditor rows={rows} tags={tags} onChanged={onChanged} />
          <Menu
            align="end"
            trigger={<IconButton label="More for the chosen runs" icon={<EllipsisIcon />} size="small" />}
            entries={[...rest, ...(chosen > 0 ? [none] : [])].map(toEntry)}
          />
        </>
      ) : (
        <>
          {rest.slice(0, ONE_OR_TWO).map((action) => (
            <ActionButton key={action.label} {...action} />
          ))}
          <TagEditor rows={rows} tags={tags} onChanged={onChanged} />
          {rest.slice(ONE_OR_TWO).map((action) => (
            <ActionButton key={action.label} {...action} />
          ))}
          {chosen > 0 && (
            <Button size="small" variant="ghost" onClick={onClear}>
              Choose none
            </Button>
          )}
        </>
      )}
    </TableBar>
  );
}

/** Something that can be done with the runs. */
interface RunsAction {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDisabled: boolean;
  readonly isDanger?: boolean;
  /** What it does, or why it cannot be done. */
  readonly hint?: string | undefined;
  readonly run: () => void;
}

/** So many after the first are for one run, or for two; the rest are for any number. */
const ONE_OR_TWO = 3;

function actionsFor(
  rows: readonly HistoryRow[],
  own: readonly HistoryRow[],
  {
    setAsking,
    onChanged,
    access,
  }: Pick<HistoryActionsProps, 'setAsking' | 'onChanged'> & { readonly access: AccessOf },
): readonly RunsAction[] {
  const only = rows.length === 1 ? rows[0] : undefined;
  const isAllKept = own.every(({ isKept }) => isKept);
  const forOwn = {
    isDisabled: own.length === 0,
    hint: own.length < rows.length ? 'Runs of a server stay there' : undefined,
  };
  return [
    {
      label: 'Open',
      icon: <EyeIcon />,
      isDisabled: only === undefined,
      run: () => leave(() => openRun(only?.runId ?? '')),
    },
    {
      label: 'Run again with its input',
      icon: <PlayIcon />,
      isDisabled: only === undefined || only.isImported || isUnfinished(only),
      hint: 'With the input and the settings it had, and the text as it is now',
      run: () => only !== undefined && leave(() => repeat(only)),
    },
    {
      label: 'Continue on the new text',
      icon: <GitForkIcon />,
      isDisabled: only === undefined || only.isImported || only.address !== null,
      hint: 'Its past as far as that is the same on the text as it is now; then that text',
      run: () => only !== undefined && leave(() => continueOnText(only)),
    },
    {
      label: 'Compare two',
      icon: <GitCompareIcon />,
      isDisabled: rows.length !== 2,
      hint: rows.length === 2 ? undefined : 'Choose two runs',
      run: () => openComparison(rows[0]?.runId ?? '', rows[1]?.runId ?? null),
    },
    {
      label: own.length > 0 && isAllKept ? 'Do not keep' : 'Keep',
      icon: <StarIcon />,
      ...forOwn,
      run: () => void keepRuns(idsOf(own), !isAllKept).then(onChanged),
    },
    { label: 'Export', icon: <DownloadIcon />, ...forOwn, run: () => void download(own) },
    ...(own.length === rows.length ? [] : SERVED_ACTS).map(
      ({ act, ...action }): RunsAction => ({
        ...action,
        isDisabled: rowsFor(act, rows, access).length === 0,
        hint: explainNone(act, rows, access),
        run: () => setAsking(act),
      }),
    ),
    {
      label: 'Delete…',
      icon: <Trash2Icon />,
      isDanger: true,
      isDisabled: rowsFor('delete', rows, access).length === 0,
      hint: explainNone('delete', rows, access),
      run: () => setAsking('delete'),
    },
  ];
}

/** What is done to runs of servers alone. */
const SERVED_ACTS = [
  { act: 'cancel', label: 'Cancel…', icon: <SquareIcon /> },
  { act: 'retry', label: 'Retry…', icon: <RotateCwIcon /> },
] as const;

function toEntry({ label, icon, isDisabled, isDanger, run }: RunsAction): MenuEntry {
  return { label, icon, isDisabled, isDanger, onSelect: run };
}

function ActionButton({ label, icon, isDisabled, isDanger = false, hint, run }: RunsAction): ReactNode {
  return (
    <Button
      size="small"
      icon={icon}
      {...(isDanger ? { variant: 'danger' as const } : {})}
      disabled={isDisabled}
      title={hint}
      onClick={run}
    >
      {label}
    </Button>
  );
}

function isUnfinished({ status }: HistoryRow): boolean {
  return status === 'running' || status === 'waiting' || status === 'paused';
}

function describeSubject(chosen: number): string {
  if (chosen === 0) return 'This run:';
  return chosen === 1 ? '1 chosen:' : `${chosen.toLocaleString('en')} chosen:`;
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
