import type { ComponentType, ReactNode } from 'react';
import { type GraphNode, nameTask, type ShownAnalysis } from '#engine';
import { duplicateTasks, removeTasks } from '#engine/edit';
import { type ActionId, useAction } from '../actions/index.ts';
import { clearSelection, kindOf, select, session, useIsReadOnly } from '../session/index.ts';
import {
  AlignCenterHorizontalIcon,
  AlignCenterVerticalIcon,
  AlignEndHorizontalIcon,
  AlignEndVerticalIcon,
  AlignHorizontalDistributeCenterIcon,
  AlignStartHorizontalIcon,
  AlignStartVerticalIcon,
  AlignVerticalDistributeCenterIcon,
  CopyIcon,
  CopyPlusIcon,
  Trash2Icon,
  UnlinkIcon,
} from '../ui/icons.ts';
import { Button, IconButton, KindIcon } from '../ui/index.ts';
import styles from './GroupInspector.module.css';
import { edit } from './parts/edit.ts';
import { Group } from './parts/Group.tsx';
import { Header } from './parts/Header.tsx';

/** Several tasks: what they are, and what can be done to all of them together. */
export function GroupInspector({
  analysis,
  nodes,
}: {
  readonly analysis: ShownAnalysis;
  readonly nodes: readonly GraphNode[];
}): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const copy = useAction('task.copy');
  const ids = nodes.map((node) => node.id);
  const layout = () => session.getState().document.workspace.layouts.get(analysis.path);
  const remove = (heal: boolean) => {
    if (edit((now) => removeTasks(now, { ids, heal, layout: layout() }))) clearSelection('inspector');
  };
  return (
    <div style={{ overflow: 'auto' }}>
      <Header kind="composite" name={`${nodes.length} tasks`} id={summarize(nodes)} />
      <Group title="All of them">
        <div className={styles.actions}>
          <Button icon={<CopyIcon />} disabled={!copy.isEnabled} onClick={copy.run}>
            Copy
          </Button>
          <Button
            icon={<CopyPlusIcon />}
            disabled={isReadOnly}
            onClick={() => edit((now) => duplicateTasks(now, { ids, layout: layout() }))}
          >
            Duplicate
          </Button>
          <Button icon={<Trash2Icon />} disabled={isReadOnly} onClick={() => remove(true)}>
            Remove and reconnect
          </Button>
          <Button icon={<UnlinkIcon />} disabled={isReadOnly} onClick={() => remove(false)}>
            Remove
          </Button>
        </div>
      </Group>
      <Group title="Place">
        <div className={styles.places} role="toolbar" aria-label="Align and distribute">
          {ARRANGE.map(([id, Icon]) => (
            <ArrangeButton key={id} id={id} icon={<Icon />} isReadOnly={isReadOnly} />
          ))}
        </div>
      </Group>
      <Group title="Selected">
        <ul className={styles.list}>
          {nodes.map((node) => (
            <li key={node.id}>
              <button
                type="button"
                className={styles.item}
                onClick={() => select({ tasks: [node.id], origin: 'inspector' })}
              >
                <KindIcon kind={kindOf(analysis.workflow, node.task)} size="small" />
                <span className={styles.name}>{nameTask(analysis.graph, node.id)}</span>
                <span className={styles.id}>{node.task.type}</span>
              </button>
            </li>
          ))}
        </ul>
      </Group>
    </div>
  );
}

const ARRANGE = [
  ['canvas.alignLeft', AlignStartVerticalIcon],
  ['canvas.alignCenter', AlignCenterVerticalIcon],
  ['canvas.alignRight', AlignEndVerticalIcon],
  ['canvas.alignTop', AlignStartHorizontalIcon],
  ['canvas.alignMiddle', AlignCenterHorizontalIcon],
  ['canvas.alignBottom', AlignEndHorizontalIcon],
  ['canvas.distributeAcross', AlignHorizontalDistributeCenterIcon],
  ['canvas.distributeDown', AlignVerticalDistributeCenterIcon],
] as const satisfies readonly (readonly [ActionId, ComponentType])[];

interface ArrangeButtonProps {
  readonly id: ActionId;
  readonly icon: ReactNode;
  readonly isReadOnly: boolean;
}

function ArrangeButton({ id, icon, isReadOnly }: ArrangeButtonProps): ReactNode {
  const { action, isEnabled, run } = useAction(id);
  return <IconButton label={action.label} icon={icon} disabled={isReadOnly || !isEnabled} onClick={run} />;
}

/** `2 basic, 1 decision` */
function summarize(nodes: readonly GraphNode[]): string {
  const counts = new Map<string, number>();
  for (const { task } of nodes) counts.set(task.type, (counts.get(task.type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
}
