import { type ReactNode } from 'react';
import { closeDialog, useSession } from '../session/index.ts';
import { XIcon } from '../ui/icons.ts';
import { IconButton, Screen } from '../ui/index.ts';
import { HistoryTable } from './history/HistoryTable.tsx';

/** All runs, of this browser and of servers, as a table in the whole window. */
export function HistoryDialog(): ReactNode {
  return useSession((state) => state.view.dialog === 'history') ? (
    <Screen isOpen isFull onClose={closeDialog} label="All runs">
      <HistoryTable close={<IconButton label="Close" icon={<XIcon />} onClick={closeDialog} />} />
    </Screen>
  ) : null;
}
