import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { proposalIdOf } from '../author/index.ts';
import { codeOf } from '../base/index.ts';
import { isAt, isInside, OutsideError, placeInside, readInside, UnfitFileError } from '../hosts/node/index.ts';
import { Problem, toFileProblem } from './Problem.ts';
import { isServed, LARGEST } from './servedNames.ts';

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
        `The app cannot open ${name}. It opens workflows, their layouts and recorded test answers outside hidden folders, and waiting proposals.`,
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
      if (codeOf(error) === 'ENOENT') return null;
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

/** A file to be written. */
interface WholeFile {
  /** Its path, without links; its folder exists. */
  readonly place: string;
  readonly bytes: Uint8Array;
  /** True where there must be none of that name yet. */
  readonly isNew: boolean;
  /** Asked last, when everything is on the disk but the name: throws where the file must stay as it is. */
  readonly confirm: () => Promise<void>;
}

/**
 * Writes a file whole or not at all, and durably: a draft next to it, which takes its name. The mode of the file stays.
 * Throws a `CHANGED` {@link Problem} for a new file whose name was taken meanwhile, and errors of the file system.
 */
async function writeWhole({ place, bytes, isNew, confirm }: WholeFile): Promise<void> {
  const folder = path.dirname(place);
  // Hidden: nothing that lists the folder takes it for a file of its own.
  const draft = path.join(folder, `.${path.basename(place).slice(0, 80)}.${randomUUID()}.part`);
  const mode = isNew ? null : (await stat(place)).mode & 0o7777;
  const handle = await open(draft, 'wx');
  try {
    if (!(await isAt(handle, draft))) throw new OutsideError(place);
    await handle.writeFile(bytes);
    if (mode !== null) await keepMode(handle, mode);
    await handle.sync();
    if (!(await isAt(handle, draft))) throw new OutsideError(place);
    await confirm();
    if (isNew) await nameDraft(draft, place);
    else await rename(draft, place);
  } finally {
    try {
      await handle.close();
    } finally {
      await rm(draft, { force: true });
    }
  }
  await syncFolder(folder);
}

/** A file of another user cannot be given its mode, nor need it: who may write to the folder may replace it. */
async function keepMode(handle: FileHandle, mode: number): Promise<void> {
  await handle.chmod(mode).catch(() => undefined);
}

/** Gives the draft a name that must be free: a link is refused where it is taken, while a rename writes over. */
async function nameDraft(draft: string, place: string): Promise<void> {
  try {
    await link(draft, place);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') throw new Problem('CHANGED', 'The file was made meanwhile.', error);
    // A disk without links, such as a memory card.
    await rename(draft, place);
  }
}

/** A name is on the disk once its folder is. Windows cannot be asked for that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
