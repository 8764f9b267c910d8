import type { ReactNode } from 'react';
import { effectiveWorkflow } from '#engine';
import { resolveUse } from '#engine/model';
import { select } from '../../session/index.ts';
import { Button, Field } from '../../ui/index.ts';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import { ToolPicker } from '../fields/ToolPicker.tsx';
import { Group } from '../parts/Group.tsx';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';

/**
 * What the agent of a task is told and may call, where the agent is written in the same file: it is changed next to the task
 * that asks it. Whoever else asks the agent sees the change as well.
 */
export function AgentPart({ analysis, node }: TaskFormProps): ReactNode {
  const use = resolveUse(effectiveWorkflow(analysis), node.task);
  if (use.kind !== 'agent') return null;
  const agent = analysis.workflow.agents.find(({ id }) => id === use.agent.id);
  if (agent === undefined || agent.import !== null) return null;
  const action = agent.actions.find(({ id }) => id === (use.action?.id ?? null));
  const others = [...analysis.graph.nodes.values()].filter(
    ({ id, task }) => id !== node.id && task.use?.text === node.task.use?.text,
  );
  return (
    <Group
      title="Agent"
      actions={
        <Button
          variant="ghost"
          size="small"
          onClick={() => select({ resource: { kind: 'agent', id: agent.id }, origin: 'inspector' })}
        >
          All of the agent
        </Button>
      }
    >
      {action !== undefined && <SchemaFields path={action.path} only={['instructions']} />}
      <SchemaFields path={[...agent.path, 'config']} only={['provider', 'model']} />
      <Field label="Tools it may call" field={[...agent.path, 'tools'].join('.')}>
        <ToolPicker path={[...agent.path, 'tools']} />
      </Field>
      {others.length > 0 && (
        <p style={{ margin: 0, color: 'var(--ink-3)' }}>
          {others.length === 1 ? 'Another task asks' : `${others.length} other tasks ask`} this agent, too.
        </p>
      )}
    </Group>
  );
}
