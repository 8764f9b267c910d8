import { useSession } from '../../session/index.ts';
import { formatCost } from '../parts/formatUsage.ts';
import type { findNeeds } from './findNeeds.ts';

interface Settings {
  /** Whether it runs in this browser. */
  readonly isHere: boolean;
  readonly simulate: boolean;
  readonly needs: ReturnType<typeof findNeeds>;
}

/** How a run of the form is set up, in a few words: `in this browser, simulated`. */
export function useRunSettings({ isHere, simulate, needs }: Settings): string {
  const runOn = useSession((state) => state.workspace.runOn);
  const isVirtual = useSession((state) => state.run.virtualTime);
  const { tokens, cost } = useSession((state) => state.workspace.budget);
  if (!isHere) return `on ${runOn}`;
  const isLimited = needs.models && !simulate;
  return [
    'in this browser',
    simulate ? 'simulated' : 'for real',
    ...(needs.waits && isVirtual ? ['in virtual time'] : []),
    ...(isLimited && tokens !== undefined ? [`up to ${tokens.toLocaleString('en')} tokens`] : []),
    ...(isLimited && cost !== undefined ? [`up to ${formatCost(cost)}`] : []),
  ].join(', ');
}
