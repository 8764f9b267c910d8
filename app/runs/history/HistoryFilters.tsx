import { type ReactNode, type Ref, useMemo } from 'react';
import { formatStatus, Select, type Status, TableSearch } from '../../ui/index.ts';
import styles from './HistoryTable.module.css';
import { HERE, type HistoryChoice, type HistoryRow } from './historyRows.ts';

/** How far back runs are shown. */
type Span = 'ever' | 'hour' | 'day' | 'week' | 'month';

/** What a person has chosen to see. */
export interface HistoryFilter extends Pick<HistoryChoice, 'words' | 'status' | 'path' | 'tag' | 'where'> {
  readonly span: Span;
}

export const EVERYTHING: HistoryFilter = {
  words: '',
  status: null,
  path: null,
  tag: null,
  where: null,
  span: 'ever',
};

const HOUR = 3_600_000;
const SPANS = {
  ever: { label: 'Any time', length: null },
  hour: { label: 'Last hour', length: HOUR },
  day: { label: 'Last 24 hours', length: 24 * HOUR },
  week: { label: 'Last 7 days', length: 7 * 24 * HOUR },
  month: { label: 'Last 30 days', length: 30 * 24 * HOUR },
} as const satisfies Record<Span, { readonly label: string; readonly length: number | null }>;

/** When a span began, in ms since the epoch; null: it has no beginning. */
export function startOfSpan(span: Span): number | null {
  const { length } = SPANS[span];
  return length === null ? null : Date.now() - length;
}

/** No status, path, tag or place is called this. */
const ALL = '*';

const STATUSES: readonly Status[] = ['running', 'waiting', 'paused', 'success', 'error', 'cancelled', 'interrupted'];

interface HistoryFiltersProps {
  readonly filter: HistoryFilter;
  readonly onChange: (filter: HistoryFilter) => void;
  readonly rows: readonly HistoryRow[];
  readonly tags: readonly string[];
  readonly search: Ref<HTMLInputElement>;
}

/** Which runs the table shows: by words, state, file, date, tag and place. */
export function HistoryFilters({ filter, onChange, rows, tags, search }: HistoryFiltersProps): ReactNode {
  const paths = useMemo(() => [...new Set(rows.map(({ path }) => path))].sort(), [rows]);
  const places = useMemo(() => [...new Set([HERE, ...rows.map(({ where }) => where)])], [rows]);
  const choose = (key: 'path' | 'tag' | 'where', value: string): void =>
    onChange({ ...filter, [key]: value === ALL ? null : value });
  return (
    <div className={styles.filters}>
      <TableSearch
        inputRef={search}
        label="Search runs"
        placeholder="Search inputs, outputs, errors, tags"
        value={filter.words}
        onChange={(words) => onChange({ ...filter, words })}
      />
      <Select
        aria-label="State"
        size="small"
        value={filter.status ?? ALL}
        options={[
          { value: ALL, label: 'Any state' },
          ...STATUSES.map((status) => ({ value: status, label: formatStatus(status) })),
        ]}
        onChange={(value) => onChange({ ...filter, status: STATUSES.find((status) => status === value) ?? null })}
      />
      <Select
        aria-label="File"
        size="small"
        value={filter.path ?? ALL}
        options={optionsOf('All files', paths)}
        onChange={(value) => choose('path', value)}
      />
      <Select
        aria-label="Date"
        size="small"
        value={filter.span}
        options={Object.entries(SPANS).map(([value, { label }]) => ({ value, label }))}
        onChange={(value) => onChange({ ...filter, span: value in SPANS ? (value as Span) : 'ever' })}
      />
      {tags.length > 0 && (
        <Select
          aria-label="Tag"
          size="small"
          value={filter.tag ?? ALL}
          options={optionsOf('Any tag', tags)}
          onChange={(value) => choose('tag', value)}
        />
      )}
      {places.length > 1 && (
        <Select
          aria-label="Where"
          size="small"
          value={filter.where ?? ALL}
          options={optionsOf('Everywhere', places)}
          onChange={(value) => choose('where', value)}
        />
      )}
    </div>
  );
}

function optionsOf(
  all: string,
  values: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  return [{ value: ALL, label: all }, ...values.map((value) => ({ value, label: value }))];
}
