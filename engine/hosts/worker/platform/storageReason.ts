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
  if (!(error instanceof Error || error instanceof DOMException)) return 'failed';
  // Chromium, where a person has blocked what sites keep, calls that an unknown error.
  return REASONS.get(error.name) ?? (/denied permission/.test(error.message) ? 'unavailable' : 'failed');
}
