import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAt, OutsideError } from '../hosts/node/index.ts';
import { Problem } from './Problem.ts';

/** A file to be written. */
export interface WholeFile {
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
export async function writeWhole({ place, bytes, isNew, confirm }: WholeFile): Promise<void> {
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
    const code = error instanceof Error && 'code' in error ? error.code : null;
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
