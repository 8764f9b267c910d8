import { LostJournalError } from './journal/journalErrors.ts';

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'This may not be written: permission is missing.',
  EPERM: 'This may not be written: permission is missing.',
  EROFS: 'This may not be written: the disk is read-only.',
  ENOENT: 'The folder of this file does not exist.',
  ENOTDIR: 'A part of this path is a file, not a folder.',
  EISDIR: 'This is a folder; give a file.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full: no more of it may be used.',
  EFBIG: 'The file is larger than it may be here.',
  EIO: 'The disk cannot store it: it may be damaged.',
  ENAMETOOLONG: 'The name is too long.',
  ELOOP: 'This link leads back to itself.',
  EMFILE: 'Too many files are open.',
};

/** Why something could not be written, in one sentence. */
export function describeWriteProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof LostJournalError) return `${error.message}.`;
  const code = 'code' in error ? String(error.code) : '';
  return PROBLEMS[code] ?? error.message;
}

/** Whether something could not be written: any other error has nothing to do with files. */
export function isWriteProblem(error: unknown): boolean {
  return error instanceof LostJournalError || (error instanceof Error && 'errno' in error);
}
