/** A journal could not be begun, opened to add to it, or added to. `cause`: what the system said. */
export class UnrecordedError extends Error {
  override readonly name = 'UnrecordedError';
}

/** Does what writes to a journal; an error of the system is thrown as an {@link UnrecordedError}. */
export function recording<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error)) throw error;
    throw new UnrecordedError(error.message, { cause: error });
  }
}
