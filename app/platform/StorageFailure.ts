import { readStorageReason, type StorageReason } from '#engine/worker';

const MESSAGES: Record<StorageReason, string> = {
  quota:
    'This device has no room left for the workspace, so the latest changes are not saved. Free some space or download your files; writing is tried again.',
  unavailable:
    'This browser does not let the page store anything (a private window, or storage is blocked). Allow storage, or download your files before you close the tab.',
  fenced: 'Another tab took over this workspace, so this tab did not write. What you see here can still be downloaded.',
  gone: 'The stored workspace was deleted from this browser, as clearing the site’s data does. What this tab shows is written again.',
  outdated:
    'A newer version of Signalbox is open in another tab, so this tab does not write. Download what is not saved, then reload this tab.',
  timeout:
    'The browser’s storage does not answer, so the latest changes are not saved. Close other tabs of Signalbox or download your files; writing is tried again.',
  failed: 'The workspace could not be written to this device. Download your files to be safe; writing is tried again.',
};

/** The browser's storage did not keep or give the workspace; the message says what that means and what to do. */
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
  // A browser that has the name may still have nothing under it.
  return new StorageFailure(globalThis.indexedDB === null ? 'unavailable' : readStorageReason(error), error);
}
