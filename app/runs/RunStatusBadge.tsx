import type { ReactNode } from 'react';
import { useSession } from '../session/index.ts';
import { Badge } from '../ui/index.ts';
import { formatLength } from './formatMoment.ts';
import { useNow } from './useNow.ts';

/** How the shown run stands, for how long, and whether its answers are made up. */
export function RunStatusBadge(): ReactNode {
  const run = useSession((state) => state.run);
  const now = useNow(run?.view.status === 'running');
  if (run === null) return null;
  const { status, startedAt, endedAt, activations, simulate } = run.view;
  const length = startedAt === null ? '' : formatLength(Math.max((endedAt ?? now) - startedAt, 0));
  const isMadeUp = simulate || [...activations.values()].some((activation) => activation.simulated);
  return (
    <>
      {isMadeUp && <Badge tone="warning">Simulated models</Badge>}
      <Badge tone={TONES[status]}>
        {WORDS[status]} {length}
      </Badge>
    </>
  );
}

const TONES = { running: 'accent', success: 'success', error: 'error', cancelled: 'neutral' } as const;
const WORDS = {
  running: 'Running',
  success: 'Success in',
  error: 'Failed after',
  cancelled: 'Cancelled after',
} as const;
