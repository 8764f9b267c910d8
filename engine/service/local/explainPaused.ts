import { describeCall } from '../../effects/index.ts';
import type { AskedCall } from '../../hosts/node/index.ts';
import type { PausedView } from '../../run/index.ts';

/** How many calls a sentence names. */
const MOST_NAMED = 5;

/** Why a run is paused, in words; `undecided`: the calls that no one has decided about. */
export function explainPaused(
  { reason, missing }: Pick<PausedView, 'reason' | 'missing'>,
  undecided: readonly AskedCall[],
): string {
  switch (reason) {
    case 'asked':
      return 'It was paused on request.';
    case 'budget':
      return 'Its models have used its budget.';
    case 'storage':
      return 'Its journal could not be written.';
    case 'interrupted':
      return explainUndecided(undecided);
    case 'missing':
      return missing?.message ?? 'Something that it needs is missing here.';
    case 'parent':
      return 'The run that started it is paused.';
    case 'child':
      return 'A run that it started has stopped.';
    case 'error':
      return 'It has stopped at the failure of a task.';
    default:
      return 'It has stopped at a breakpoint.';
  }
}

function explainUndecided(undecided: readonly AskedCall[]): string {
  const named = undecided.slice(0, MOST_NAMED).map(({ call, sentAt }) => {
    return `${describeCall(call)} (task ${call.taskId}, made at ${new Date(sentAt).toISOString()})`;
  });
  const more = undecided.length > named.length ? ` and ${undecided.length - named.length} more` : '';
  const calls = undecided.length === 0 ? 'Calls' : `${named.join('; ')}${more}`;
  return `${calls} may have arrived before the run was cut off. Look there, then resume it and say whether they are made again: repeat yes or no.`;
}
