import type { ReactNode } from 'react';
import { effectiveWorkflow } from '#engine';
import { resolveUse } from '#engine/model';
import { useIsReadOnly } from '../../session/index.ts';
import { Field, Select } from '../../ui/index.ts';
import { commitField } from '../parts/edit.ts';
import { FieldLabel } from '../parts/FieldLabel.tsx';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';
import { formatInherited, type Inherited } from './readInherited.ts';

/** No id: blanks around it are refused. */
const UNSET = ' ';

export interface ActionFieldProps extends TaskFormProps {
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
