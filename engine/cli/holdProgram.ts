import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** When a command counts as one that lasts, in ms. */
const LASTING = 2_000;

/**
 * Loads all parts of the program once a command lasts: what a part needs later must not be missing, or of another version, because
 * the package was replaced meanwhile. Does nothing where the program is not bundled. `folder`: of the parts.
 */
export function holdProgram(folder: string): void {
  setTimeout(() => void loadParts(folder), LASTING).unref();
}

async function loadParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  // One after the other: what the command does comes first.
  for (const name of names)
    if (name.endsWith('.js')) await import(pathToFileURL(path.join(folder, name)).href).catch(() => null);
}
