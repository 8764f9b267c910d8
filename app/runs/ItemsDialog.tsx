import { type ReactNode } from 'react';
import { closeDialog, selectActivation, useSession } from '../session/index.ts';
import { XIcon } from '../ui/icons.ts';
import { EmptyState, IconButton, Screen } from '../ui/index.ts';
import { ItemsView } from './items/ItemsView.tsx';
import { useItemTable } from './items/useItemTable.ts';
import { useRunSource } from './parts/useRunSource.ts';

/** The items of the collection that the selected step is of, or all times that its task ran, as a table in the whole window. */
export function ItemsDialog(): ReactNode {
  return useSession((state) => state.view.dialog === 'items') ? <Items /> : null;
}

function Items(): ReactNode {
  const table = useItemTable();
  const source = useRunSource();
  const name = table === null ? 'the step' : (source?.nameOf(table.taskId) ?? table.taskId);
  const close = <IconButton label="Close" icon={<XIcon />} onClick={closeDialog} />;
  return (
    <Screen
      isOpen
      isFull
      onClose={closeDialog}
      label={table?.kind === 'rounds' ? `Rounds of ${name}` : `Items of ${name}`}
    >
      {table === null ? (
        <>
          {close}
          <EmptyState title="No items">The selected step is not in a collection, and ran once.</EmptyState>
        </>
      ) : (
        <ItemsView
          table={table}
          name={name}
          close={close}
          onShow={(activation) => {
            selectActivation(activation);
            closeDialog();
          }}
        />
      )}
    </Screen>
  );
}
