import { createHash } from 'node:crypto';
import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { proposalIdOf } from '../author/index.ts';
import { isInside, OutsideError, placeInside, readInside, UnfitFileError } from '../hosts/node/index.ts';
import { Problem, toFileProblem } from './Problem.ts';
import { isServed, LARGEST } from './servedNames.ts';
import { writeWhole } from './writeWhole.ts';

/** A file as it is on the disk. */
export interface ServedFile {
  readonly bytes: Uint8Array;
  /** Of its bytes: SHA-256, in hexadecimal. */
  readonly hash: string;
}

/**
 * The files of a folder that the app may read and write, and no others, wherever links lead. A file is written or removed
 * only while it is what the app has seen. Methods reject with a {@link Problem}.
 */
export class ServedFolder {
  readonly #root: string;
  /** Writes come one after the other: of two that have seen the same, the second finds the first one's. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param root its path without links */
  constructor(root: string) {
    this.#root = root;
  }

  /** A file; null where it is not there. */
  read(name: string): Promise<ServedFile | null> {
    return this.#guard(name, async () => this.#readAt(await this.#placeOf(name)));
  }

  /**
   * Writes a file whole or not at all.
   *
   * @param seen hash of what the app has seen there; null: nothing
   * @returns the hash of what is there now
   */
  write(name: string, bytes: Uint8Array, seen: string | null): Promise<string> {
    return this.#inTurn(name, async () => {
      const place = await this.#placeOf(name);
      await this.#expect(name, place, seen);
      if (seen === null) await this.#makeParent(place);
      else await refuseProtected(name, place);
      const confirm = (): Promise<void> => this.#expect(name, place, seen);
      await writeWhole({ place, bytes, isNew: seen === null, confirm });
      return hashOf(bytes);
    });
  }

  /** Removes a file. @param seen hash of what the app has seen there */
  remove(name: string, seen: string): Promise<void> {
    return this.#inTurn(name, async () => {
      const place = await this.#placeOf(name);
      await this.#expect(name, place, seen);
      await refuseProtected(name, place);
      await rm(place);
    });
  }

  /** Resolves once no file is being written. */
  async settle(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  async #inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.catch(() => undefined).then(() => this.#guard(name, work));
    this.#last = turn;
    return turn;
  }

  async #guard<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof OutsideError)
        throw new Problem('PATH_REFUSED', `${name} leads out of the folder by a link. Copy the file into it.`, error);
      if (error instanceof UnfitFileError)
        throw new Problem('UNFIT', `${name} was not opened: ${error.message}.`, error);
      throw toFileProblem(error, name);
    }
  }

  /** Where a file is, links followed: a place whose own name may be served. */
  async #placeOf(name: string): Promise<string> {
    if (!isServed(name))
      throw new Problem(
        'PATH_REFUSED',
        `${name} is not a file of this folder that the app opens: a workflow, its layout or answers of its tests, in no hidden folder, or a proposal that waits.`,
      );
    await this.#expectRoot();
    const place = await placeInside(this.#root, name);
    const own = path.relative(this.#root, place).split(path.sep).join('/');
    // A proposal is removed once somebody decided about it: not what it links to.
    if (!isServed(own) || (proposalIdOf(name) !== null && own !== name))
      throw new Problem('PATH_REFUSED', `${name} is a link to ${own}, which the app does not open. Remove the link.`);
    return place;
  }

  /** A folder that is gone itself has no files either: that is no answer to whether a file is there. */
  async #expectRoot(): Promise<void> {
    const real = await realpath(this.#root).catch(() => null);
    if (real !== this.#root)
      throw new Problem('FOLDER_GONE', `The folder ${this.#root} is gone from the disk. Put it back and save again.`);
  }

  async #readAt(place: string): Promise<ServedFile | null> {
    try {
      const bytes = await readInside(this.#root, place, LARGEST);
      return { bytes, hash: hashOf(bytes) };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  async #expect(name: string, place: string, seen: string | null): Promise<void> {
    const found = await this.#readAt(place);
    if ((found?.hash ?? null) === seen) return;
    throw new Problem('CHANGED', `${name} was changed on disk meanwhile. Look at it, then save again.`);
  }

  async #makeParent(place: string): Promise<void> {
    const parent = path.dirname(place);
    await mkdir(parent, { recursive: true });
    if ((await realpath(parent)) !== parent || !isInside(this.#root, parent)) throw new OutsideError(place);
  }
}

/** Who made a file read-only did not mean it to be replaced by another one of its name. */
async function refuseProtected(name: string, place: string): Promise<void> {
  if (((await stat(place)).mode & 0o222) === 0)
    throw new Problem(
      'NO_PERMISSION',
      `${name} is write-protected. Change its permissions on the disk and save again, or save it under another name.`,
    );
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
