import type { ReactNode } from 'react';
import { readField } from '#engine/edit';
import { useIsReadOnly } from '../../session/index.ts';
import { Field, Switch } from '../../ui/index.ts';
import { commitField } from '../parts/edit.ts';
import { FieldLabel } from '../parts/FieldLabel.tsx';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';
import { YamlPart } from '../parts/YamlPart.tsx';

/** Whether a task waits for all branches that lead to it. */
export function JoinField({ analysis, node: { task } }: TaskFormProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const path = [...task.path, 'join'];
  const written = readField(analysis.syntax, path);
  const description = 'Waits for every branch that can still reach it, then runs once.';
  return (
    <Field label={<FieldLabel text="Join all" description={description} />} layout="row">
      {written !== undefined && written !== 'all' ? (
        <YamlPart path={path} label="join" />
      ) : (
        <span style={{ display: 'flex', alignItems: 'center', minHeight: 'var(--control)' }}>
          <Switch
            checked={task.join === 'all'}
            disabled={isReadOnly}
            onChange={(isOn) => commitField(path, isOn ? 'all' : undefined)}
          />
        </span>
      )}
    </Field>
  );
}
