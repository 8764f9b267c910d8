import type { SessionState } from '../store/State.ts';
import { session, useSession } from '../store/store.ts';
import { isOversized, readingState } from './reading.ts';

/** Why nothing may be changed now, as a message to the user; null when it may. */
export function useIsReadOnly(): string | null {
  return useSession(selectReadOnly);
}

/** The same for code outside of components. */
export function readOnlyReason(): string | null {
  return selectReadOnly(session.getState());
}

function selectReadOnly(state: SessionState): string | null {
  if (state.storage.save.state === 'loading') return 'The workspace is still loading.';
  if (state.storage.role === 'follower') return 'Another tab is editing this workspace. Take over to edit it here.';
  switch (readingState(state)) {
    case 'waiting':
      return 'The file is still being read. It can be edited in a moment.';
    case 'failed':
      return 'The file could not be read: it is too much for this device. Split it into several files with import.';
    case null:
      break;
  }
  if (isOversized(state))
    return 'One part of the file is longer than 512 KiB, too long to be edited here. Split it into several tasks or files.';
  return null;
}
