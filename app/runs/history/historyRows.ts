import type { UsageView } from '#engine/run';
import type { RunSummary } from '#engine/worker';
import type { ServedRun } from '../../session/servers/index.ts';
import type { GridOrder, Status } from '../../ui/index.ts';
import { describeRunStatus, statusMarkOf } from '../parts/describeRunStatus.ts';
import { workOf } from '../step/workOf.ts';

/** A run as a row of the table, of this browser or of a server. */
export interface HistoryRow {
  readonly runId: string;
  readonly path: string;
  readonly name: string | null;
  readonly status: Status;
  /** The status in words, with what it waits for. */
  readonly state: string;
  readonly startedAt: number;
  /** In ms of work; null while it has not ended. */
  readonly length: number | null;
  /** How long it was paused or interrupted, in ms. */
  readonly idle: number;
  readonly usage: UsageView | null;
  /** Its error in short; empty without one. */
  readonly failure: string;
  /** How often it warned; 0 where that is not known. */
  readonly warnings: number;
  readonly tags: readonly string[];
  /** The server's address; null for this browser. */
  readonly address: string | null;
  readonly where: string;
  readonly isSimulated: boolean;
  /** How much of its time passed at once, in ms. */
  readonly passed: number;
  readonly isKept: boolean;
  readonly isImported: boolean;
}

/** Where runs of this browser are. */
export const HERE = 'This browser';

type TagsOf = ReadonlyMap<string, readonly string[]>;

export function toRow(run: RunSummary, tags: TagsOf): HistoryRow {
  const { runId, path, name, startedAt, idle = 0, usage = null, failure = '', warnings = 0 } = run;
  return {
    runId,
    path,
    name,
    status: statusMarkOf(run),
    state: capitalize(describeRunStatus(run)),
    startedAt,
    length: workOf(run),
    idle,
    usage,
    failure,
    warnings,
    tags: tags.get(runId) ?? [],
    address: null,
    where: HERE,
    isSimulated: run.simulate || run.simulated,
    passed: run.passed ?? 0,
    isKept: run.isKept === true,
    isImported: run.isImported === true,
  };
}

export function toServedRow(run: ServedRun, address: string, tags: TagsOf): HistoryRow {
  const { runId, path, status, startedAt, idle, usage, failure, warnings } = run;
  return {
    runId,
    path,
    name: null,
    status: status === 'queued' ? 'pending' : status,
    state: capitalize(status),
    startedAt,
    length: workOf(run),
    idle,
    usage,
    failure,
    warnings,
    tags: tags.get(runId) ?? [],
    address,
    where: new URL(address).host,
    isSimulated: false,
    passed: 0,
    isKept: false,
    isImported: false,
  };
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Which rows are shown; null: all. */
export interface HistoryChoice {
  readonly words: string;
  /** The runs that the words lead to by what is in them; null while that is not known. */
  readonly found: ReadonlySet<string> | null;
  readonly status: Status | null;
  readonly path: string | null;
  readonly tag: string | null;
  readonly where: string | null;
  /** Only runs that started at this moment or later, in ms since the epoch. */
  readonly since: number | null;
  readonly order: GridOrder;
}

/** The rows that fit, in order. */
export function chooseRuns(rows: readonly HistoryRow[], choice: HistoryChoice): readonly HistoryRow[] {
  const { found, status, path, tag, where, since, order } = choice;
  const words = choice.words.trim().toLowerCase();
  const fits = (row: HistoryRow): boolean =>
    (status === null || row.status === status) &&
    (path === null || row.path === path) &&
    (tag === null || row.tags.includes(tag)) &&
    (where === null || row.where === where) &&
    (since === null || row.startedAt >= since) &&
    (words === '' || found?.has(row.runId) === true || textOf(row).includes(words));
  return sortRows(rows.filter(fits), order);
}

function textOf({ path, name, state, failure, tags, where }: HistoryRow): string {
  return [path, name ?? '', state, failure, ...tags, where].join('\n').toLowerCase();
}

/** Rows without a value come last, whichever way; of equal ones the newest first. */
function sortRows(rows: readonly HistoryRow[], { column, isDescending }: GridOrder): readonly HistoryRow[] {
  const sign = isDescending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: keyOf(row, column) }));
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null) {
      if (one.key !== other.key) return one.key === null ? 1 : -1;
    } else if (one.key !== other.key) return one.key < other.key ? -sign : sign;
    return other.row.startedAt - one.row.startedAt;
  });
  return keyed.map(({ row }) => row);
}

function keyOf(row: HistoryRow, column: string): string | number | null {
  switch (column) {
    case 'state':
      return row.state;
    case 'file':
      return (row.name ?? row.path).toLowerCase();
    case 'started':
      return row.startedAt;
    case 'length':
      return row.length;
    case 'idle':
      return row.idle === 0 ? null : row.idle;
    case 'tokens':
      return row.usage === null ? null : row.usage.input_tokens + row.usage.output_tokens;
    case 'cost':
      return row.usage?.cost ?? null;
    case 'tags':
      return row.tags.length === 0 ? null : row.tags.join(', ').toLowerCase();
    case 'where':
      return row.where;
    default:
      return row.failure === '' ? null : row.failure;
  }
}
