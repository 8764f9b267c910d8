/** Why storage did not take or give something. */
export type StorageReason = 'full' | 'blocked' | 'taken' | 'other';

const MESSAGES: Record<StorageReason, string> = {
  full: 'This device has no room left for the workspace. Free some space or download your files; nothing on screen is lost.',
  blocked:
    'This browser lets the page keep nothing (a private window, or storage is blocked). Download your files before you close the tab.',
  taken: 'Another tab took over this workspace, so this tab did not write. What you see here can still be downloaded.',
  other: 'The workspace could not be written to this device. Download your files to be safe; writing is tried again.',
};

/** The browser's storage failed; the message says what that means and what to do. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  readonly reason: StorageReason;

  constructor(reason: StorageReason, cause?: unknown) {
    super(MESSAGES[reason], { cause });
    this.reason = reason;
  }
}

/** Any error of IndexedDB as a {@link StorageFailure}. */
export function toStorageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return new StorageFailure('full', error);
  if (
    name === 'InvalidStateError' ||
    name === 'SecurityError' ||
    name === 'NotAllowedError' ||
    name === 'UnknownError'
  ) {
    return new StorageFailure('blocked', error);
  }
  return new StorageFailure('other', error);
}
