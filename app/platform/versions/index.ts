/** Versions of files on this device: how they are stored. Loaded with the first one. */
export {
  createVersionStore,
  type KeptEdit,
  type RecordChange,
  type StoredVersion,
  VERSION_REASONS,
  type VersionHead,
  type VersionReason,
  type VersionRecord,
  type VersionStore,
} from './versionStore.ts';
