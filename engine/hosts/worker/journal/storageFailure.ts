import type { RunError } from '../../../run/index.ts';

/** What kept storage from doing its work: `quota` is a full disk, `unavailable` a blocked or private one, `fenced` another tab that runs it now, `gone` records that were deleted. */
export type StorageReason = 'quota' | 'unavailable' | 'timeout' | 'failed' | 'fenced' | 'gone';

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
  switch (name) {
    case 'FencedError':
      return storageFailure('fenced', cause);
    case 'GoneError':
      return storageFailure('gone', cause);
    case 'QuotaExceededError':
      return storageFailure('quota', cause);
    case 'SecurityError':
    case 'InvalidStateError':
    case 'NotAllowedError':
    case 'ReferenceError':
      return storageFailure('unavailable', cause);
    default:
      return storageFailure('failed', cause);
  }
}

/** Whether a run's error is that its storage failed. */
export function isStorageError({ details }: RunError): boolean {
  return typeof details === 'object' && details !== null && 'type' in details && details.type === 'storage';
}
