import type { ReactNode } from 'react';
import { openDialog } from '../session/index.ts';
import type { KeepRule } from '../session/servers/index.ts';
import { TableIcon } from '../ui/icons.ts';
import { Button, EmptyState } from '../ui/index.ts';
import { explainNoLoad } from './describeAccess.ts';
import { formatSize } from './formatSize.ts';
import { NumberTable } from './NumberTable.tsx';
import styles from './ServerView.module.css';
import type { SeenServer } from './useServer.ts';

/** Which ended runs a server keeps, and the way to those that are there. */
export function KeepPart({ seen }: { readonly seen: SeenServer }): ReactNode {
  const { load } = seen;
  if (load === null) return <EmptyState title="What is kept is not shown">{explainNoLoad(seen)}</EmptyState>;
  const { keep } = load;
  return (
    <div className={styles.part}>
      {keep === null ? (
        <p className={styles.facts}>
          All runs are kept. “keep” in signalbox.serve.yaml sets how many, and for how long.
        </p>
      ) : (
        <>
          {keep.rules.length > 0 && (
            <NumberTable
              title="Runs that are kept"
              columns={['Workflows', 'Ended with', 'Newest', 'For']}
              rows={keep.rules.map((rule, index) => ({ key: String(index), cells: cellsOf(rule) }))}
            />
          )}
          <p className={styles.facts}>
            {keep.rules.length > 1 && 'The first row that matches a run applies. '}
            {keep.bytes !== null && `All ended runs may take ${formatSize(keep.bytes)}; the oldest are removed first. `}
            {keep.isArchived ? 'Removed runs are moved to the archive.' : 'Removed runs are deleted.'} Unfinished runs
            are never removed.
          </p>
        </>
      )}
      <Button size="small" icon={<TableIcon />} onClick={() => openDialog('history')}>
        Show the runs as a table
      </Button>
    </div>
  );
}

function cellsOf({ workflow, status, runs, days }: KeepRule): readonly string[] {
  return [
    workflow ?? 'All',
    status ?? 'any status',
    runs === null ? 'no limit' : `${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}`,
    days === null ? 'no limit' : `${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'}`,
  ];
}
