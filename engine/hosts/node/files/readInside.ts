import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../../base/index.ts';

/** A path that leads out of the folder it must stay in, by a link or otherwise. */
export class OutsideError extends Error {
  override readonly name: string = 'OutsideError';
}

/** A path whose name does not say that it leads to a hidden file: by a link, which whoever gave the folder may have made. */
export class HiddenError extends OutsideError {
  override readonly name = 'HiddenError';
}

/** A path that cannot be read as a file; the message is the end of a sentence: `it is a folder`. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError';
}

/** Read only, without following a link, and without waiting for the writer of a pipe. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a file below a folder, links followed. Throws an {@link OutsideError} for a path that leads out of the
 * folder, a {@link HiddenError} for one that a link leads to a hidden file in it, an {@link UnfitFileError} for what is not a file or has more than `most` bytes, and errors of the file system.
 * The open file is compared with the path once more before it is read, so that a link that replaces it meanwhile is not
 * followed.
 */
export async function readInside(folder: string, file: string, most: number): Promise<Uint8Array> {
  const root = await realpath(folder);
  const real = await realpath(file);
  if (!isInside(root, real)) throw new OutsideError(file);
  expectNamed(path.relative(folder, file), path.relative(root, real));
  return readOpen(real, most, (handle) => isAt(handle, real));
}

/**
 * The bytes of a file that is no link. Throws as {@link readInside}.
 *
 * @param confirm asked once the file is open: whether it is the one that is meant
 */
export async function readOpen(
  file: string,
  most: number,
  confirm: (handle: FileHandle) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Uint8Array> {
  const handle = await open(file, FLAGS).catch((error: unknown) => {
    throw isLinkRefusal(error) ? new OutsideError(file) : error;
  });
  try {
    const found = await handle.stat();
    if (found.isDirectory()) throw new UnfitFileError('it is a folder');
    if (!found.isFile()) throw new UnfitFileError('it is not a file');
    if (found.size > most) throw new UnfitFileError(`it is larger than ${most / 2 ** 20} MiB`);
    if (!(await confirm(handle))) throw new OutsideError(file);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Whether a path without links leads to the open file. */
export async function isAt(handle: FileHandle, real: string): Promise<boolean> {
  const [mine, there, now] = await Promise.all([handle.stat(), stat(real), realpath(real)]);
  return now === real && mine.dev === there.dev && mine.ino === there.ino;
}

/** Whether a path is a folder itself or below it; both without links. */
export function isInside(root: string, file: string): boolean {
  const way = path.relative(root, file);
  return !path.isAbsolute(way) && way !== '..' && !way.startsWith(`..${path.sep}`);
}

/** Throws a {@link HiddenError} where a path below a folder really has a hidden step that its name does not have. */
export function expectNamed(name: string, real: string): void {
  const named = hiddenSteps(name);
  if (hiddenSteps(real).some((step) => !named.includes(step))) throw new HiddenError(name);
}

/** Names that begin with a dot. With two of them there are those of Kubernetes, which mounts files as links into a folder `..data`. */
function hiddenSteps(way: string): readonly string[] {
  return way.split(/[\\/]/).filter((step) => /^\.[^.]/.test(step));
}

function isLinkRefusal(error: unknown): boolean {
  return codeOf(error) === 'ELOOP';
}
