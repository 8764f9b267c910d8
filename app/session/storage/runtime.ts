import type { Layout } from '#engine';
import type { DiskFile, Folder, KeptFolder } from '../../platform/index.ts';

/** What the storage slice holds next to the store while the page is open: handles of the disk, and work in flight. */
interface StorageRuntime {
  /** The folder that is open. */
  folder: Folder | null;
  /** Takes back what the open folder offers to others; null without one. */
  leaveFolder: (() => void) | null;
  /** The arrangements that the folder holds, by the path of their workflow. */
  layoutsOnDisk: Map<string, Layout>;
  /** The folder of the last visit, while it is offered. */
  keptFolder: KeptFolder | null;
  /** True while a check whether the folder is there is in flight. */
  isLooking: boolean;
  /** Takes over what changed in a folder that tells of its changes; null without one. */
  follow: (() => Promise<void>) | null;
  /** Files of the disk that Save writes to. */
  diskFiles: readonly DiskFile[];
}

export const storageRuntime: StorageRuntime = nothingHeld();

/** For tests: forgets all of it. */
export function resetStorageRuntime(): void {
  storageRuntime.leaveFolder?.();
  Object.assign(storageRuntime, nothingHeld());
}

function nothingHeld(): StorageRuntime {
  return {
    folder: null,
    leaveFolder: null,
    layoutsOnDisk: new Map(),
    keptFolder: null,
    isLooking: false,
    follow: null,
    diskFiles: [],
  };
}
