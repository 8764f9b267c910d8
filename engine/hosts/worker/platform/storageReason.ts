/**
 * What kept the browser's storage from doing its work: `quota`, no room is left; `unavailable`, the browser gives the page
 * none; `timeout`, no answer in time; `fenced`, another tab has claimed what was to be written; `gone`, the records were
 * deleted; `outdated`, a newer version of the app keeps them; `failed`, anything else.
 */
export type StorageReason = 'quota' | 'unavailable' | 'timeout' | 'fenced' | 'gone' | 'outdated' | 'failed';

const REASONS: ReadonlyMap<string, StorageReason> = new Map([
  ['FencedError', 'fenced'],
  ['GoneError', 'gone'],
  ['QuotaExceededError', 'quota'],
  ['SecurityError', 'unavailable'],
  ['InvalidStateError', 'unavailable'],
  ['NotAllowedError', 'unavailable'],
  // A browser without IndexedDB has no such name.
  ['ReferenceError', 'unavailable'],
  ['VersionError', 'outdated'],
]);

/** Reads what IndexedDB, or a write over it, threw. */
export function readStorageReason(error: unknown): StorageReason {
  const isNamed = error instanceof Error || error instanceof DOMException;
  return (isNamed ? REASONS.get(error.name) : undefined) ?? 'failed';
}
