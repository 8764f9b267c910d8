/** Something that another adapter of the port does, and this one does not. The message says what to do instead. */
export class UnsupportedError extends Error {
  override readonly name = 'UnsupportedError';
}
