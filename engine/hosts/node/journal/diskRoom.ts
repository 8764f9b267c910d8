import { statfsSync } from 'node:fs';

/** What is left free for journals: so many bytes at most, and at most this part of the disk. */
const RESERVE = { bytes: 64 * 1024 * 1024, part: 1 / 20 };

/**
 * Whether a cache of so many bytes may be written into a folder: it leaves a reserve of the disk to what cannot be lost. True where
 * the system does not say how much is free.
 */
export function hasRoomForCache(folder: string, bytes: number): boolean {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    if (blocks === 0) return true;
    return bavail * bsize - bytes >= Math.min(RESERVE.bytes, blocks * bsize * RESERVE.part);
  } catch {
    return true;
  }
}

/** Whether something could not be written since the disk is full, or no more of it may be used. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
