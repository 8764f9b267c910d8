/** A run ends here because one around it or below it has ended here; all their journals stay as they are. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
