/**
 * How a connection to a database of the browser came to its end: `deleted`, someone deletes the database; `closed`, the
 * browser closed it, as it does when site data are cleared; `outdated`, a newer version of the app takes it over.
 */
export type DatabaseEnd = 'deleted' | 'closed' | 'outdated';

/** Hears that the connection to a database of this name has ended. */
export type OnDatabaseEnd = (end: DatabaseEnd, name: string) => void;

/** What a `versionchange` event says: only a deletion has no version to come. */
export function endOfVersion(next: number | null): DatabaseEnd {
  return next === null ? 'deleted' : 'outdated';
}
