import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../../base/index.ts';
import { OutsideError, UnfitFileError } from './readInside.ts';

/** Where Linux has the open files of a process: what is named below one of them is in that folder, wherever its path leads meanwhile. */
const OPEN_FILES = '/proc/self/fd';

/** Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Gives the path by which a name in the folder is used. */
export type PlaceOf = (name: string) => string;

/**
 * Does work in a folder below a root, which is opened step by step without following a link: one that replaces a part of
 * the path meanwhile changes nothing. Where the system cannot name what is in an open folder, the path is compared with
 * the folder once more instead. `make` creates the folders that are missing. Throws an {@link OutsideError} for a path that
 * a link or a mounted file system leads out of, and errors of the file system.
 *
 * @param root the folder to stay in, without links
 * @param folder the folder to work in, without links: `root` itself or one below it
 */
export async function withFolder<T>(
  { root, folder, make = false }: { readonly root: string; readonly folder: string; readonly make?: boolean },
  work: (placeOf: PlaceOf) => Promise<T>,
): Promise<T> {
  const steps = path.relative(root, folder).split(path.sep).filter(Boolean);
  let reached = root;
  let handle = await open(root, FLAGS);
  try {
    const { dev } = await handle.stat();
    for (const step of steps) {
      const place = placeIn(handle, reached)(step);
      if (make) await mkdir(place).catch(ignoreExisting);
      const inner = await open(place, FLAGS).catch(async (error: unknown) => {
        if (!isNoFolder(error)) throw error;
        throw (await lstat(place)).isSymbolicLink()
          ? new OutsideError(folder)
          : new UnfitFileError(`${step} in its path is a file, not a folder`);
      });
      await handle.close();
      handle = inner;
      reached = path.join(reached, step);
      if ((await handle.stat()).dev !== dev) throw new OutsideError(folder);
    }
    if (!CAN_NAME && (await realpath(folder)) !== folder) throw new OutsideError(folder);
    return await work(placeIn(handle, reached));
  } finally {
    await handle.close();
  }
}

const CAN_NAME = existsSync(OPEN_FILES);

function placeIn(handle: FileHandle, folder: string): PlaceOf {
  return (name) => path.join(CAN_NAME ? `${OPEN_FILES}/${handle.fd}` : folder, name);
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

/** A link or a file is there instead. */
function isNoFolder(error: unknown): boolean {
  return codeOf(error) === 'ELOOP' || codeOf(error) === 'ENOTDIR';
}
