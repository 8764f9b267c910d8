import type { ReactNode } from 'react';
import { type ActivationView, tellError, workedBetween } from '#engine/run';
import { openDrawer, selectActivation, useSession } from '../../session/index.ts';
import { shownView } from '../../session/run/index.ts';
import { HistoryIcon } from '../../ui/icons.ts';
import {
  Badge,
  Button,
  EmptyState,
  formatLength,
  formatStatus,
  KeyValueRow,
  lazyPart,
  StatusMark,
} from '../../ui/index.ts';
import { Group } from '../parts/Group.tsx';
import { stepOfTask } from '../parts/stepOfTask.ts';
import styles from './LastRunTab.module.css';

const RunningGroup = lazyPart(() => import('./RunningGroup.tsx').then((module) => module.RunningGroup));

/** How a task runs, and how it went in the run on screen, with the way to what it took and gave there: in the step that is looked at, else as its card says. */
export function LastRunTab({ id }: { readonly id: string }): ReactNode {
  return (
    <>
      <RunningGroup id={id} />
      <LastRun id={id} />
    </>
  );
}

function LastRun({ id }: { readonly id: string }): ReactNode {
  const last = useSession((state) => stepOfTask(state, id));
  const hasRun = useSession((state) => state.run.shown?.path === state.document.activePath && state.run.shown !== null);
  if (!last) {
    return (
      <EmptyState icon={<HistoryIcon />} title={hasRun ? 'This task did not run' : 'No run on screen'}>
        {hasRun
          ? 'The run on screen did not reach this task.'
          : 'Run the workflow, or open a run from the history, to see what this task took and gave.'}
      </EmptyState>
    );
  }
  const show = () => {
    selectActivation(last.activation);
    openDrawer('timeline');
  };
  return (
    <>
      <Group
        title="Result"
        actions={
          <Button variant="ghost" size="small" onClick={show}>
            Show input and output
          </Button>
        }
      >
        <div>
          <KeyValueRow label="Status">
            <span className={styles.status}>
              <StatusMark status={last.status} size="small" isDecorative />
              {formatStatus(last.status)}
              {last.simulated && <Badge>Simulated</Badge>}
              {last.pinned !== null && <Badge tone="warning">{PINNED[last.pinned]}</Badge>}
              {last.isEdited && <Badge tone="warning">Edited</Badge>}
            </span>
          </KeyValueRow>
          <Took last={last} />
          {last.retryCount > 0 && <KeyValueRow label="Retries">{last.retryCount}</KeyValueRow>}
        </div>
        {last.error && (
          <div className={styles.error}>
            <code>{last.error.code}</code>
            <p>{tellError(last.error)}</p>
          </div>
        )}
      </Group>
    </>
  );
}

const PINNED = { pinned: 'Pinned', mocked: 'Mocked', reused: 'Reused' } as const;

function Took({ last }: { readonly last: ActivationView }): ReactNode {
  const idle = useSession((state) => shownView(state)?.idle);
  if (last.startedAt === null || last.endedAt === null || !idle) return null;
  return <KeyValueRow label="Duration">{formatLength(workedBetween(idle, last.startedAt, last.endedAt))}</KeyValueRow>;
}
