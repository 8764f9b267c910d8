import type { RunError } from '../../../run/index.ts';
import { readStorageReason, type StorageReason } from '../platform/storageReason.ts';

/** Why the browser's storage did not do what was asked, as an error that is told. */
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
  gone: 'The records of this run were deleted from this browser while it went on, as clearing the site’s data does. It is stored again from memory; other runs that were kept may be lost.',
  outdated: 'A newer version of Signalbox is open in another tab and has taken over the runs. Reload this tab.',
  failed: 'This browser’s storage failed. Export what you need, then reload the page.',
} satisfies Record<StorageReason, string>;

/** What went wrong with storage, in words for the person. */
export function storageFailure(reason: StorageReason, cause: string): StorageFailure {
  return { code: 'EXECUTION_ERROR', message: MESSAGES[reason], details: { type: 'storage', reason, cause } };
}

/** Reads what the platform threw. */
export function readStorageFailure(error: unknown): StorageFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const cause = error instanceof Error || error instanceof DOMException ? `${name}: ${error.message}` : String(error);
  return storageFailure(readStorageReason(error), cause);
}

/** Whether a run's error is that its storage failed. */
export function isStorageError({ details }: RunError): boolean {
  return typeof details === 'object' && details !== null && 'type' in details && details.type === 'storage';
}
