import type { ReactNode } from 'react';
import { effectiveWorkflow } from '#engine';
import { convertType } from '#engine/edit';
import { resolveUse, TASK_TRAITS, TASK_TYPES, traitsOf } from '#engine/model';
import { select, useIsReadOnly } from '../../session/index.ts';
import { Button, Field, KindIcon, Select } from '../../ui/index.ts';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import { ToolPicker } from '../fields/ToolPicker.tsx';
import { commitField, edit } from '../parts/edit.ts';
import { FieldLabel } from '../parts/FieldLabel.tsx';
import { Group } from '../parts/Group.tsx';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';
import { formatInherited, type Inherited } from './InheritedRows.tsx';

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

/** No id: blanks around it are refused. */
const UNSET = ' ';

interface ActionFieldProps extends TaskFormProps {
  readonly inherited: Inherited | null;
}

/** Which action of its agent a task runs; nothing where it uses no agent. */
export function ActionField({ analysis, node: { task }, inherited }: ActionFieldProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const use = resolveUse(effectiveWorkflow(analysis), inherited?.merged ?? task);
  if (use.kind !== 'agent' && task.action === null && inherited?.action == null) return null;
  const actions = use.kind === 'agent' ? use.agent.actions.map(({ id }) => id) : [];
  const [only] = actions;
  return (
    <Field
      label={
        <FieldLabel text="Action" description="Which action of the agent runs. Not needed where it has only one." />
      }
      layout="row"
    >
      <Select
        value={task.action}
        placeholder={
          formatInherited(inherited?.action, inherited?.from) ??
          (actions.length === 1 ? `${only ?? ''} (the only one)` : 'Choose…')
        }
        isInvalid={task.action !== null && !actions.includes(task.action)}
        disabled={isReadOnly}
        options={[
          ...actions.map((id) => ({ value: id, label: id })),
          ...(task.action === null ? [] : [{ value: UNSET, label: 'Not set' }]),
        ]}
        onChange={(id) => commitField([...task.path, 'action'], id === UNSET ? undefined : id)}
      />
    </Field>
  );
}

interface TypeFieldProps {
  readonly node: TaskFormProps['node'];
  readonly inherited: Inherited | null;
}

/** The type of a task as the app calls it, small next to the title of what the task does; choosing another converts the task. */
export function TypeField({ node, inherited }: TypeFieldProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const { task } = node;
  const inheritedType = inherited?.type ?? null;
  const written = task.type === 'unknown' ? (task.writtenType ?? null) : task.type;
  return (
    <Select<string>
      aria-label="Type"
      size="small"
      value={written}
      isInvalid={task.type === 'unknown' && inheritedType === null}
      placeholder={formatInherited(inheritedType, inherited?.from)}
      disabled={isReadOnly}
      options={TASK_TYPES.map((type) => ({
        value: type,
        label: TASK_TRAITS[type].title,
        hint: TASK_TRAITS[type].title.toLowerCase() === type ? undefined : type,
        icon: <KindIcon kind={type} size="plain" />,
      }))}
      onChange={(name) => {
        const type = TASK_TYPES.find((candidate) => candidate === name);
        // What it is already needs no label, and none of the values a new task starts with.
        if (type && type !== inheritedType) edit((now) => convertType(now, { id: node.id, type }));
      }}
    />
  );
}

/** Of a wait for somebody's answer: what is asked comes before how long. */
const OF_SIGNAL: readonly string[] = ['signal', 'title', 'description', 'signal_schema', 'timeout'];

const OF_WAIT: readonly string[] = ['timeout', 'check_interval', 'condition', 'signal'];

/**
 * The settings that the form of a task begins with: those by which it does what it does, in the order in which a person
 * thinks of them.
 * @param written the keys of its `config`
 */
export function essentialsOf(type: string, written: readonly string[]): readonly string[] {
  const { hasRoutes, waits, children, output } = traitsOf(type);
  if (hasRoutes) return ['condition'];
  if (waits) return written.includes('signal') ? OF_SIGNAL : OF_WAIT;
  if (output === 'mapping') return ['mapping'];
  if (children === 'item') return ['items', 'filter', 'mode'];
  if (children === 'sequence') return ['error_handling'];
  return children === 'none' ? [] : ['max_concurrent', 'fail_fast'];
}
