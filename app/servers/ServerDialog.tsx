import { type ReactNode } from 'react';
import { closeDialog, useSession } from '../session/index.ts';
import { Screen } from '../ui/index.ts';
import { ServerView } from './ServerView.tsx';

/** The servers of runs, one at a time, in the whole window. */
export function ServerDialog(): ReactNode {
  return useSession((state) => state.view.dialog === 'servers') ? (
    <Screen isOpen isFull onClose={closeDialog} label="Server">
      <ServerView />
    </Screen>
  ) : null;
}
