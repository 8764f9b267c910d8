/**
 * Why storage did not take or give something: `full`, no room; `blocked`, the browser gives the page none; `taken`, another
 * tab has claimed the workspace; `lost`, what was stored is gone; `outdated`, a newer version of the app keeps it;
 * `silent`, no answer in time.
 */
export type StorageReason = 'full' | 'blocked' | 'taken' | 'lost' | 'outdated' | 'silent' | 'other';

const MESSAGES: Record<StorageReason, string> = {
  full: 'This device has no room left for the workspace, so the latest changes are not saved. Free some space or download your files; writing is tried again.',
  blocked:
    'This browser lets the page keep nothing (a private window, or storage is blocked). Download your files before you close the tab.',
  taken: 'Another tab took over this workspace, so this tab did not write. What you see here can still be downloaded.',
  lost: 'The stored workspace was deleted from this browser, as clearing the site’s data does. What this tab shows is written again.',
  outdated:
    'A newer version of Signalbox is open in another tab, so this tab does not write. Download what is not saved, then reload this tab.',
  silent:
    'The browser’s storage does not answer, so the latest changes are not saved. Close other tabs of Signalbox or download your files; writing is tried again.',
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

const REASONS: Readonly<Record<string, StorageReason>> = {
  QuotaExceededError: 'full',
  InvalidStateError: 'blocked',
  SecurityError: 'blocked',
  NotAllowedError: 'blocked',
  UnknownError: 'blocked',
  VersionError: 'outdated',
};

/** Any error of IndexedDB as a {@link StorageFailure}. */
export function toStorageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  // A browser without IndexedDB has no such name, or nothing under it.
  if (error instanceof ReferenceError || globalThis.indexedDB === null) return new StorageFailure('blocked', error);
  return new StorageFailure((error instanceof DOMException ? REASONS[error.name] : undefined) ?? 'other', error);
}
