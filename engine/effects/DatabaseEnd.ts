/**
 * Why a connection to a database of the browser has ended: `deleted`, the database is deleted; `closed`, the
 * browser closed it, as it does when site data are cleared; `outdated`, a newer version of the app takes it over.
 */
export type DatabaseEnd = 'deleted' | 'closed' | 'outdated';

/** Called when the connection to a database of this name has ended. */
export type OnDatabaseEnd = (end: DatabaseEnd, name: string) => void;

/** The reason for a `versionchange` event: only a deletion has no new version. */
export function endOfVersion(next: number | null): DatabaseEnd {
  return next === null ? 'deleted' : 'outdated';
}
