import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';

/** What there is where a name is not known, as a sentence. */
export function tellKnown(run: Pick<Run, 'started'>, names: readonly string[]): string {
  return `${isBefore(run, '0.3') ? 'There is:' : 'This run can use'} ${names.join(', ') || 'none'}.`;
}
