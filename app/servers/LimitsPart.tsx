import type { ReactNode } from 'react';
import type { LimitLoad, ServerLoad } from '../session/servers/index.ts';
import { EmptyState } from '../ui/index.ts';
import { explainNoLoad } from './describeAccess.ts';
import { formatSize } from './formatSize.ts';
import { NumberTable } from './NumberTable.tsx';
import styles from './ServerView.module.css';
import type { SeenServer } from './useServer.ts';

/** How much of its limits a server has taken: of each rule, and by workflow. */
export function LimitsPart({ seen }: { readonly seen: SeenServer }): ReactNode {
  const { load } = seen;
  if (load === null) return <EmptyState title="Limits are not shown">{explainNoLoad(seen)}</EmptyState>;
  const { limits, workflows, rates } = load;
  return (
    <div className={styles.part}>
      <NumberTable
        title="Limits"
        columns={['Workflows', 'Active', 'Queued', 'Size of a run']}
        rows={limits.map((limit) => ({
          key: limit.workflow ?? '',
          isFull: isFull(limit),
          cells: [
            limit.workflow ?? 'All',
            describeTaken(limit.active, limit.mostActive),
            describeTaken(limit.queued, limit.mostQueued),
            limit.size === null ? '' : `at most ${formatSize(limit.size)}`,
          ],
        }))}
      />
      {workflows.length === 0 ? (
        <p className={styles.facts}>No run is unfinished, and no start was refused.</p>
      ) : (
        <NumberTable title="By workflow" columns={WORKFLOW_COLUMNS} rows={workflowRows(workflows)} />
      )}
      {rates.length > 0 && (
        <NumberTable
          title="Rates"
          columns={['Who', 'Rate', 'Refused']}
          rows={rates.map(({ by, rate, refused }) => ({
            key: by,
            isFull: refused > 0,
            cells: [by, rate, refused.toLocaleString('en')],
          }))}
        />
      )}
      <p className={styles.facts}>What was refused counts since the server began.</p>
    </div>
  );
}

const WORKFLOW_COLUMNS = ['Workflow', 'Active', 'Queued', 'Waiting', 'Paused', 'Refused'];

function workflowRows(workflows: ServerLoad['workflows']): Parameters<typeof NumberTable>[0]['rows'] {
  return workflows.map(({ path, active, queued, waiting, paused, refused }) => ({
    key: path,
    isFull: refused > 0,
    cells: [path, ...[active, queued, waiting, paused, refused].map((count) => count.toLocaleString('en'))],
  }));
}

function describeTaken(taken: number, most: number | null): string {
  return most === null ? taken.toLocaleString('en') : `${taken.toLocaleString('en')} of ${most.toLocaleString('en')}`;
}

/** Whether a further run has to wait, or is refused. */
function isFull({ active, mostActive, queued, mostQueued }: LimitLoad): boolean {
  return (mostActive !== null && active >= mostActive) || (mostQueued !== null && queued > 0 && queued >= mostQueued);
}
