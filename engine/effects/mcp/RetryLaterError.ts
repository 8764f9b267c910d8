/** The server answered 429 or 503 and said when to come back: the client keeps no headers of what it refuses. */
export class RetryLaterError extends Error {
  /** The status. */
  readonly code: number;
  /** ms, unbounded. */
  readonly retryAfter: number;

  constructor(code: number, retryAfter: number, said: string) {
    super(said);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** How long a server asked to wait, in ms; null where it did not. */
export function findRetryAfter(error: unknown): number | null {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof RetryLaterError) return each.retryAfter;
  return null;
}
