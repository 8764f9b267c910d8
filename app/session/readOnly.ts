import type { SessionState } from './State.ts';
import { session, useSession } from './store.ts';

/** Why nothing may be changed now, in words for the person; null when it may. */
export function useIsReadOnly(): string | null {
  return useSession(selectReadOnly);
}

/** The same for code outside of components. */
export function readOnlyReason(): string | null {
  return selectReadOnly(session.getState());
}

function selectReadOnly(state: SessionState): string | null {
  if (state.save.state === 'loading') return 'The workspace is still loading.';
  if (state.role === 'follower') return 'Another tab is editing this workspace. Take over to edit it here.';
  return null;
}
