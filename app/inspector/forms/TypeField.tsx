import type { ReactNode } from 'react';
import { convertType } from '#engine/edit';
import { TASK_TRAITS, TASK_TYPES } from '#engine/model';
import { useIsReadOnly } from '../../session/index.ts';
import { KindIcon, Select } from '../../ui/index.ts';
import { edit } from '../parts/edit.ts';
import type { TaskFormProps } from '../parts/TaskFormProps.ts';
import { formatInherited, type Inherited } from './readInherited.ts';

export interface TypeFieldProps {
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
