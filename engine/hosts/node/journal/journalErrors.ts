/** The journal is no longer that of this process: nothing may be done for the run here any more. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
  /** Whether another process has written to it since; else its claim may have been removed by hand. */
  readonly hasOtherLines: boolean;

  constructor(file: string, hasOtherLines: boolean) {
    super(`This process has lost the run in ${file}`);
    this.hasOtherLines = hasOtherLines;
  }
}

/** The journal is not as this process left it. */
export class LostJournalError extends Error {
  override readonly name = 'LostJournalError';
}

/** The owner before added a line after the journal was read: it is to be read again. */
export class GrownJournalError extends Error {
  override readonly name = 'GrownJournalError';
}
