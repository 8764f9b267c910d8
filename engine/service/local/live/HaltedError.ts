import { LostJournalError } from '../../../hosts/node/index.ts';
import { withoutPlace } from '../../UnreadableError.ts';

/** The process ends. */
export class HaltedError extends Error {
  override readonly name = 'HaltedError';
}

/** Why a run that an error has stopped is paused, for a person. */
export function describeStop(error: unknown): string {
  const reason = withoutPlace(error);
  return error instanceof LostJournalError ? `${reason}.` : `It was stopped by an error: ${reason}`;
}
