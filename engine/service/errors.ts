import { codeOf, messageOf } from '../base/index.ts';

/** What cannot be read: the journal of a run, which is not there (`gone`) or not as it was written (`damaged`), or the folder of the workflows. */
export type Unreadable = 'gone' | 'damaged' | 'folder';

/** Something that a service keeps, or is given, cannot be read. The message is for whoever asked: it names no place on the server. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly what: Unreadable;

  constructor(what: Unreadable, message: string, cause: unknown) {
    super(message, { cause });
    this.what = what;
  }

  /** Of the journal of a run; `error`: what came of reading it. */
  static ofJournal(runId: string, error: unknown): UnreadableError {
    if (error instanceof UnreadableError) return error;
    if (codeOf(error) === 'ENOENT') {
      const message = `The journal of the run ${runId} is gone: it was deleted from the state folder. All that remains of the run is what lists show.`;
      return new UnreadableError('gone', message, error);
    }
    const message = `The journal of the run ${runId} cannot be read. ${withoutPlace(error)}`;
    return new UnreadableError('damaged', message, error);
  }
}

/** What the system says without the place of the file, such as `EACCES: permission denied`; the message of any other error. */
export function withoutPlace(error: unknown): string {
  const message = messageOf(error);
  return !(error instanceof Error && 'errno' in error) ? message : message.replace(/, \w+( '.*)?$/s, '');
}

/** What is known of a request that was not answered. */
interface Unanswered {
  /** True: it may have arrived. */
  readonly wasSent: boolean;
  /** Id of the run that it may have started. */
  readonly runId?: string;
}

/**
 * What keeps the runs does not answer: whoever asks may ask again soon. The only rejection of a `RunService` that is no defect. The
 * message is for a person, and has no credentials.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** True: the request may have arrived, and be done nevertheless. */
  readonly wasSent: boolean;
  /** Id of the run that may have begun; null: none has. */
  readonly runId: string | null;

  constructor(message: string, { wasSent, runId }: Unanswered) {
    super(message);
    this.wasSent = wasSent;
    this.runId = runId ?? null;
  }
}

/** Something that another adapter of the port does, and this one does not. The message says what to do instead. */
export class UnsupportedError extends Error {
  override readonly name = 'UnsupportedError';
}
