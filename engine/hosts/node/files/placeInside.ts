import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../../base/index.ts';
import { expectNamed, isInside, OutsideError, UnfitFileError } from './readInside.ts';

/**
 * The real path of a file of a folder, every link followed, whether it exists or not. Throws an {@link OutsideError} where
 * that is outside of the folder, a {@link HiddenError} where only a link leads to a hidden name, and an
 * {@link UnfitFileError} for a name that no file can have.
 */
export async function placeInside(folder: string, name: string): Promise<string> {
  if (name.includes('\u0000')) throw new UnfitFileError('its name has a NUL in it');
  if (process.platform === 'win32' && isAlias(name)) throw new UnfitFileError('Windows knows its name by another one');
  const root = await realpath(folder);
  const file = path.resolve(root, name);
  if (!isInside(root, file)) throw new OutsideError(name);
  // A new file does not exist yet: the existing part of its path must not lead out.
  for (let existing = file; ; existing = path.dirname(existing)) {
    const real = await realpath(existing).catch(async () => {
      if (await isLink(existing)) throw new OutsideError(name);
      return null;
    });
    if (real === null) continue;
    if (!isInside(root, real)) throw new OutsideError(name);
    const place = path.join(real, path.relative(existing, file));
    expectNamed(name, path.relative(root, place));
    return place;
  }
}

/**
 * Whether Windows takes a path for another one: a colon names a stream of a file, and dots and spaces at the end of a name are dropped.
 * Exported for its test.
 */
export function isAlias(name: string): boolean {
  return name.includes(':') || name.split(/[\\/]/).some((step) => step !== '.' && step !== '..' && /[. ]$/.test(step));
}

/** Whether a path itself is a link. */
export async function isLink(file: string): Promise<boolean> {
  return lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

/** Where Linux has the open files of a process: what is named below one of them is in that folder, wherever its path leads meanwhile. */
const OPEN_FILES = '/proc/self/fd';

/** Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Gives the path by which a name in the folder is used. */
type PlaceOf = (name: string) => string;

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
