import { type ReactNode, useMemo } from 'react';
import { type ActionId, doAction, useAction } from '../../actions/index.ts';
import { useSession } from '../../session/index.ts';
import { breakpointAt, pinOf } from '../../session/run/index.ts';
import { Badge, Button, KeyValueRow } from '../../ui/index.ts';
import { Group } from '../parts/Group.tsx';
import styles from './RunningGroup.module.css';

/** Actions on one task in runs: run from, until or only it, pause before it, pin its output. */
export function RunningGroup({ id }: { readonly id: string }): ReactNode {
  const place = useMemo(() => ({ task: id }), [id]);
  const breakpoint = useSession((state) => breakpointAt(state, place));
  const pin = useSession((state) => pinOf(state, id));
  return (
    <Group title="Running">
      <div className={styles.buttons}>
        <ActionButton id="run.from" />
        <ActionButton id="run.until" />
        <ActionButton id="run.only" />
      </div>
      <KeyValueRow label="Breakpoint">
        <span className={styles.value}>
          {breakpoint?.condition != null && <code title={breakpoint.condition}>{breakpoint.condition}</code>}
          <ActionButton id="run.breakpoint" label={breakpoint === undefined ? 'Add' : 'Remove'} isQuiet />
          <ActionButton id="run.condition" label="Condition…" isQuiet />
        </span>
      </KeyValueRow>
      <KeyValueRow label="Output">
        <span className={styles.value}>
          {pin !== undefined && <Badge tone="warning">{pin.kind === 'mocked' ? 'Mocked' : 'Pinned'}</Badge>}
          <ActionButton id="run.pin" label={pin === undefined ? 'Pin…' : 'Change…'} isQuiet />
          {pin !== undefined && <ActionButton id="run.unpin" label="Unpin" isQuiet />}
        </span>
      </KeyValueRow>
    </Group>
  );
}

interface ActionButtonProps {
  readonly id: ActionId;
  readonly label?: string;
  readonly isQuiet?: boolean;
}

function ActionButton({ id, label, isQuiet }: ActionButtonProps): ReactNode {
  const { action, isEnabled } = useAction(id);
  return (
    <Button
      size="small"
      variant={isQuiet ? 'ghost' : 'secondary'}
      icon={isQuiet ? undefined : action.icon}
      disabled={!isEnabled}
      title={label === undefined ? undefined : action.label}
      onClick={() => doAction(id)}
    >
      {label ?? action.label}
    </Button>
  );
}
