import type { ReactNode } from 'react';
import { readField } from '#engine/edit';
import type { Retry, Setting } from '#engine/model';
import { delayBefore } from '#engine/run';
import { toData } from '#engine/values';
import { useIsReadOnly } from '../../session/index.ts';
import { RotateCwIcon } from '../../ui/icons.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import styles from '../handlers/HandlerParts.module.css';
import { commitField } from '../parts/edit.ts';
import { Group } from '../parts/Group.tsx';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';

/** Waits that are spelled out. */
const MOST_WAITS = 6;

const STARTING_POLICY = { attempts: 3, backoff: 'exponential', interval: '1s' };

/** The retry policy of a task, and the waits it makes. */
export function RetryTab({ analysis, node: { task } }: TaskFormProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const path = [...task.path, 'retry'];
  if (readField(analysis.syntax, path) === undefined) {
    return (
      <EmptyState
        icon={<RotateCwIcon />}
        title="No retries"
        actions={
          <Button disabled={isReadOnly} onClick={() => commitField(path, toData(STARTING_POLICY))}>
            Add a retry policy
          </Button>
        }
      >
        When this task fails, its error handler runs immediately.
      </EmptyState>
    );
  }
  return (
    <Group
      title="Retry policy"
      path={path}
      actions={
        !isReadOnly && (
          <Button variant="ghost" size="small" onClick={() => commitField(path, undefined)}>
            Remove
          </Button>
        )
      }
    >
      <SchemaFields path={path} />
      {task.retry && <Waits retry={task.retry} />}
    </Group>
  );
}

function Waits({ retry }: { readonly retry: Retry }): ReactNode {
  const [attempts, backoff, interval] = [valueOf(retry.attempts), valueOf(retry.backoff), valueOf(retry.interval)];
  if (attempts === null || backoff === null || interval === null) return null;
  const most = retry.maxInterval ? valueOf(retry.maxInterval) : null;
  const policy = { attempts, backoff, interval, maxInterval: most, jitter: false };
  const certain = { random: () => 1, retryAfter: null };
  const delays = Array.from({ length: Math.min(attempts, MOST_WAITS) }, (_, index) =>
    delayBefore(index + 1, policy, certain),
  );
  const jitter = retry.jitter && valueOf(retry.jitter) === true ? ', each up to half shorter' : '';
  return (
    <p className={styles.hint}>
      {delays.length === 0
        ? 'Never retried.'
        : `Waits ${delays.map(formatTook).join(', ')}${attempts > delays.length ? ', …' : ''}${jitter}.`}
    </p>
  );
}

function valueOf<T>(setting: Setting<T>): T | null {
  return setting.kind === 'value' ? setting.value : null;
}

/** A duration in ms, human-readable: `2 ms`, `1.2 s`, `3 m 05 s`. */
function formatTook(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
}
