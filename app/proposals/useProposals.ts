import { useSyncExternalStore } from 'react';
import { currentProposals, onProposals, type ShownProposal } from '../session/proposals/index.ts';

/** The proposals of the open folder, oldest first. */
export function useProposals(): readonly ShownProposal[] {
  return useSyncExternalStore(onProposals, currentProposals);
}
