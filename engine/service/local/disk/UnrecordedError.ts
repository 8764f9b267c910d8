/** A journal could not be begun, opened to add to it, or added to. `cause`: what the system said. */
export class UnrecordedError extends Error {
  override readonly name = 'UnrecordedError';
}

/** Does what writes to a journal; an error of the system is thrown as an {@link UnrecordedError}. */
export function recording<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw unrecorded(error);
  }
}

/** As {@link recording}, where it is done in steps. */
export async function recordingInSteps<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw unrecorded(error);
  }
}

function unrecorded(error: unknown): unknown {
  return error instanceof Error && 'errno' in error ? new UnrecordedError(error.message, { cause: error }) : error;
}
