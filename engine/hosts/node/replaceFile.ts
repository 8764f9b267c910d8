import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file of this program whole or not at all, and durably: a draft next to it, which takes its name. Others read the old text or
 * the new one. Only this user may read it and the folders made for it. Rejects with the error of the file system.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await writeDurably(draft, text, 'wx');
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes a new file (`wx`), or at the end of one (`a`); its folders are made. */
export async function writeDurably(file: string, text: string, flags: 'a' | 'wx'): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
