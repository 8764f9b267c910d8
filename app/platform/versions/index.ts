/** Versions of files on this device: how they are stored. Loaded with the first one. */
export {
  type KeptEdit,
  type StoredVersion,
  VERSION_REASONS,
  type VersionHead,
  type VersionReason,
  type VersionRecord,
} from './VersionRecord.ts';
export { createVersionStore, type VersionStore } from './versionStore.ts';
