/** Versions of files on this device: how they are stored. Loaded with the first one. */
export type { KeptEdit, StoredVersion, VersionHead, VersionReason, VersionRecord } from './VersionRecord.ts';
export { createVersionStore, type VersionStore } from './versionStore.ts';
