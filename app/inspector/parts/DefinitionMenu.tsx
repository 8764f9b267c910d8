import type { ReactNode } from 'react';
import { type ActionId, menuEntryOf } from '../../actions/index.ts';
import { useIsReadOnly } from '../../session/index.ts';
import { EllipsisIcon } from '../../ui/icons.ts';
import { IconButton, Menu, type MenuEntry } from '../../ui/index.ts';

export interface DefinitionMenuProps {
  readonly kind: 'task' | 'agent' | 'tool';
  readonly id: string;
  readonly hasImport: boolean;
}

/** What else can be done to the task, agent or tool in the inspector. */
export function DefinitionMenu({ kind, id, hasImport }: DefinitionMenuProps): ReactNode {
  const isDisabled = useIsReadOnly() !== null;
  const entry = (name: ActionId): MenuEntry => menuEntryOf(name, { isDisabled });
  return (
    <Menu
      align="end"
      trigger={<IconButton size="small" label={`More for ${kind} ${id}`} icon={<EllipsisIcon />} />}
      entries={[
        entry('definition.extract'),
        ...(hasImport ? [entry('definition.inline')] : []),
        ...(kind === 'task' ? ['separator' as const, entry('task.replace'), entry('task.group')] : []),
      ]}
    />
  );
}
