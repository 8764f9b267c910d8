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
