import { DEEPEST } from '../hosts/node/index.ts';
import type { CountRefusal } from './RefusedBy.ts';
import type { RunStart, ServiceRefusal } from './RunService.ts';

/** Why a run is not started that so many others have led to, each by asking the server for the next, which is counted; null where it may be. */
export function refuseDepth(
  { workflow, depth = 0 }: Pick<RunStart, 'workflow' | 'depth'>,
  countRefusal: CountRefusal,
): ServiceRefusal | null {
  if (depth < DEEPEST) return null;
  countRefusal({ rule: 'depth', code: 'STARTED_TOO_DEEP' });
  const message = `“${workflow}” was not started: ${depth} runs have already started each other through this server, and ${DEEPEST} is the limit. A workflow that starts itself in this way would never end. Repeat inside one run, or let a schedule start the next one.`;
  return { type: 'deep', message };
}
