import type { RunError } from '../../../run/index.ts';
import { readStorageReason, type StorageReason } from '../platform/storageReason.ts';

/** A failure of the browser's storage, as an error for the user. */
export type StorageFailure = RunError & {
  readonly details: { readonly type: 'storage'; readonly reason: StorageReason; readonly cause: string };
};

const MESSAGES = {
  quota:
    'This browser’s storage for Signalbox is full. Delete runs you no longer need, or free space on the disk, and try again.',
  unavailable:
    'This browser does not let Signalbox store runs here: private windows and blocked site data do that. Allow site data for this address, or use an ordinary window.',
  timeout: 'This browser’s storage does not answer. Close other tabs of Signalbox, or restart the browser.',
  fenced: 'This run continues in another tab now.',
  gone: 'The records of this run were deleted from this browser while it was running, as clearing the site’s data does. It is being stored again from memory; other stored runs may be lost.',
  outdated: 'A newer version of Signalbox is open in another tab and has taken over the runs. Reload this tab.',
  failed: 'This browser’s storage failed. Export what you need, then reload the page.',
} satisfies Record<StorageReason, string>;

/** The error for a storage failure; `cause` is that of the platform. */
export function storageFailure(reason: StorageReason, cause: string): StorageFailure {
  return { code: 'EXECUTION_ERROR', message: MESSAGES[reason], details: { type: 'storage', reason, cause } };
}

/** The storage failure for an error that the platform threw. */
export function readStorageFailure(error: unknown): StorageFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const cause = error instanceof Error || error instanceof DOMException ? `${name}: ${error.message}` : String(error);
  return storageFailure(readStorageReason(error), cause);
}

/** Whether an error is a {@link StorageFailure}. */
export function isStorageError({ details }: RunError): boolean {
  return typeof details === 'object' && details !== null && 'type' in details && details.type === 'storage';
}
