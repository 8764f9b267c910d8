import { type ReactNode, useMemo } from 'react';
import type { RunSummary } from '#engine/worker';
import { useSession } from '../../session/index.ts';
import { filterRuns, type RunFilter } from '../../session/run/index.ts';
import { formatStatus, Select, TextField } from '../../ui/index.ts';
import styles from './RunsPanel.module.css';

/** No file has this path, and no status this name. */
const ALL = '*';

type ShownStatus = RunSummary['status'];

const STATUSES: readonly ShownStatus[] = ['running', 'success', 'error', 'cancelled', 'interrupted'];

/** Which runs the history shows: by text, by file, by status. */
export function RunFilters({ filter }: { readonly filter: RunFilter }): ReactNode {
  const files = useSession((state) => state.document.workspace.files);
  const paths = useMemo(
    () => [...new Set([...files.keys(), ...(filter.path === null ? [] : [filter.path])])],
    [files, filter.path],
  );
  return (
    <div className={styles.filters}>
      <TextField
        aria-label="Filter runs"
        value={filter.text}
        placeholder="Filter by file, name or status"
        onChange={(text) => void filterRuns({ text })}
      />
      <Select
        aria-label="File of the runs"
        value={filter.path ?? ALL}
        options={[{ value: ALL, label: 'All files' }, ...paths.map((path) => ({ value: path, label: path }))]}
        onChange={(path) => void filterRuns({ path: path === ALL ? null : path })}
      />
      <Select
        aria-label="Status of the runs"
        value={filter.status ?? ALL}
        options={[
          { value: ALL, label: 'Any status' },
          ...STATUSES.map((status) => ({ value: status, label: formatStatus(status) })),
        ]}
        onChange={(status) => void filterRuns({ status: STATUSES.find((it) => it === status) ?? null })}
      />
    </div>
  );
}
