import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
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
