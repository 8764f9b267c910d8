import {
  type ActivationView,
  listItems,
  type RunError,
  type RunView,
  type TaskStatus,
  tellError,
  workedBetween,
} from '#engine/run';
import { isJsonObject, type Json, ownValue } from '#engine/values';
import { previewOf } from '../../ui/index.ts';

/** An item of a collection, or one time that a task ran, as a row of a table. */
export interface ItemRow {
  /** As it is told to a person: from 1. */
  readonly number: number;
  /** What it is called: its `id`, `name` or `title`, else the item in short. */
  readonly label: string;
  readonly status: TaskStatus;
  readonly startedAt: number | null;
  /** In ms of work; null while it has not ended. */
  readonly length: number | null;
  readonly error: RunError | null;
  readonly output: Json;
  readonly item: Json | undefined;
  /** The step that tells most of it. */
  readonly activation: number;
}

/** What the rows are of, and how many of them there are to be. */
export interface ItemTable {
  readonly kind: 'items' | 'rounds';
  /** The collection, or the task. */
  readonly taskId: string;
  readonly rows: readonly ItemRow[];
  /** With those that have not begun, and those that answer as in an earlier run; for rounds as many as there are. */
  readonly total: number;
}

type Inside = (activation: number) => Iterable<number>;

/** The items of a collection. */
export function toItemTable(view: RunView, collection: ActivationView, inside: Inside): ItemTable {
  const given = itemsOf(collection);
  const rows = listItems(view, collection, inside).map((each): ItemRow => {
    const item = given?.[each.index] ?? each.item;
    const { index, status, startedAt, error, output, activation } = each;
    const length = lengthOf(view, each);
    return { number: index + 1, label: labelOf(item), status, startedAt, length, error, output, item, activation };
  });
  return { kind: 'items', taskId: collection.taskId, rows, total: collection.progress?.total ?? rows.length };
}

/** Each time that a task ran, in the container that it last ran in. */
export function toRoundTable(view: RunView, step: ActivationView): ItemTable {
  const rounds = [...view.activations.values()].filter(
    ({ taskId, parent, operation }) =>
      taskId === step.taskId && parent === step.parent && operation?.index === step.operation?.index,
  );
  const rows = rounds.map((each, index): ItemRow => {
    const { status, startedAt, error, output, input, activation } = each;
    const length = lengthOf(view, each);
    return {
      number: index + 1,
      label: labelOf(input),
      status,
      startedAt,
      length,
      error,
      output,
      item: input,
      activation,
    };
  });
  return { kind: 'rounds', taskId: step.taskId, rows, total: rows.length };
}

function lengthOf(
  { idle }: RunView,
  { startedAt, endedAt }: Pick<ActivationView, 'startedAt' | 'endedAt'>,
): number | null {
  return startedAt === null || endedAt === null ? null : workedBetween(idle, startedAt, endedAt);
}

/** The items that a collection was given in its input; null where it took them from elsewhere. */
function itemsOf({ input, progress }: ActivationView): readonly Json[] | null {
  const items = isJsonObject(input) ? input['items'] : null;
  return Array.isArray(items) && items.length === progress?.total ? items : null;
}

/** What names a thing, the first of each list that it has: which one it is, and what it is called. */
const NAMES = [
  ['id', 'key', 'url'],
  ['name', 'title'],
] as const;

/** The longest name, in characters. */
const LONGEST = 120;

/** What an item is called: its `id` and its `name` or `title`, or those of a map in it; else the item in short. */
export function labelOf(item: Json | undefined): string {
  if (item === undefined) return '';
  if (typeof item === 'string') return item.slice(0, LONGEST);
  if (!isJsonObject(item)) return previewOf(item);
  const name = [item, ...Object.values(item)].map(nameOf).find((each) => each !== '');
  return (name ?? JSON.stringify(item)).slice(0, LONGEST);
}

function nameOf(value: Json): string {
  if (!isJsonObject(value)) return '';
  const names = NAMES.map((keys) => keys.map((key) => ownValue(value, key)).find(isName));
  return names.filter(isName).join(' · ');
}

function isName(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Which rows are shown. */
export type ItemFilter = 'all' | 'failed' | 'succeeded' | 'open';

/** Of these kinds each row is one. */
export function filterOf({ status }: ItemRow): Exclude<ItemFilter, 'all'> {
  if (status === 'error' || status === 'cancelled' || status === 'skipped') return 'failed';
  return status === 'success' ? 'succeeded' : 'open';
}

/** What a row has in a column: of the output, `.name` for its key. */
export function cellValue(row: ItemRow, column: string): Json | undefined {
  switch (column) {
    case 'number':
      return row.number;
    case 'label':
      return row.label;
    case 'status':
      return row.status;
    case 'length':
      return row.length;
    case 'error':
      return row.error === null ? null : describeError(row.error);
    case 'output':
      return row.output;
    default:
      return isJsonObject(row.output) ? row.output[column.slice(1)] : undefined;
  }
}

/** What errors say: to tell one reads its expression, and a table of thousands is searched and sorted again and again. */
const described = new WeakMap<RunError, string>();

/** What went wrong, then the code, which most of the items share. */
export function describeError(error: RunError): string {
  const known = described.get(error);
  if (known !== undefined) return known;
  const words = `${tellError(error)} (${error.code})`;
  described.set(error, words);
  return words;
}

/** What is shown of a table. */
export interface RowChoice {
  readonly filter: ItemFilter;
  /** Only rows that hold these words in label, error or output, or have this number; empty: all. */
  readonly words: string;
  readonly order: { readonly column: string; readonly isDescending: boolean } | null;
}

/** The rows that are chosen, in their order. */
export function chooseRows(rows: readonly ItemRow[], { filter, words, order }: RowChoice): readonly ItemRow[] {
  const wanted = words.trim().toLowerCase();
  const chosen = rows.filter(
    (row) =>
      (filter === 'all' || filterOf(row) === filter) &&
      (wanted === '' || String(row.number) === wanted || textOf(row).includes(wanted)),
  );
  if (order === null) return chosen;
  const sign = order.isDescending ? -1 : 1;
  // Each is asked for its cell once: a sort compares a row many times.
  return chosen
    .map((row) => ({ row, key: sortKey(cellValue(row, order.column)) }))
    .toSorted((one, other) => compareKeys(one.key, other.key, sign))
    .map(({ row }) => row);
}

/** An error is found as its cell has it, and as it is recorded. */
function textOf({ label, error, output }: ItemRow): string {
  const given = output === null ? '' : JSON.stringify(output).slice(0, 2_000);
  const more = error === null ? given : `${describeError(error)}\n${error.message}`;
  return `${label}\n${more}`.toLowerCase();
}

function sortKey(value: Json | undefined): number | string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : previewOf(value);
}

/** Numbers before texts; what has no value comes last, whichever way. */
function compareKeys(one: number | string | null, other: number | string | null, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === typeof other) return sign * (one < other ? -1 : one > other ? 1 : 0);
  return sign * (typeof one === 'number' ? -1 : 1);
}

/** How many rows with an output tell which columns there are, and the most columns. */
const SAMPLE = 50;
const MOST = 8;

/** The keys of what rows gave; none where that is no map. */
export function columnsOfOutputs(rows: readonly ItemRow[]): readonly string[] {
  const keys = new Set<string>();
  let seen = 0;
  for (const { output } of rows) {
    if (output === null) continue;
    if (!isJsonObject(output)) return [];
    for (const key of Object.keys(output)) keys.add(key);
    seen += 1;
    if (seen === SAMPLE) break;
  }
  return [...keys].slice(0, MOST);
}
