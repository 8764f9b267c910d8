import { port } from '../store/ports.ts';

const own = {
  /** What the page itself has proposed, by path: it is in no folder, and waits until the page is left. */
  held: new Map<string, string>(),
  /** Paths that are of the page, also while nothing waits there. */
  paths: new Set<string>(),
};

/** Has a proposal of the page wait, and answers with the path that it has among the others. */
export function holdProposal(id: string, text: string): string {
  const path = `page/${id}.json`;
  own.paths.add(path);
  own.held.set(path, text);
  return path;
}

/** The paths of what the page has proposed and still waits. */
export function heldPaths(): readonly string[] {
  return [...own.held.keys()];
}

/** Whether a path is of the page, and in no folder. */
export function isHeld(path: string): boolean {
  return own.paths.has(path);
}

/** The text of a proposal that waits, in the page or in the open folder; null: it waits no longer. */
export function readWaiting(path: string): Promise<string | null> {
  if (isHeld(path)) return Promise.resolve(own.held.get(path) ?? null);
  return port('folder')?.readFile(path) ?? Promise.resolve(null);
}

/** Writes a proposal that waits; null: it waits no longer. */
export function writeWaiting(path: string, text: string | null): Promise<void> {
  if (isHeld(path)) {
    if (text === null) own.held.delete(path);
    else own.held.set(path, text);
    return Promise.resolve();
  }
  const folder = port('folder');
  return (text === null ? folder?.removeFile(path) : folder?.writeFile(path, text)) ?? Promise.resolve();
}
