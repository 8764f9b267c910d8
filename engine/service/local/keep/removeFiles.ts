import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkpointFile, childFolder } from '../../../hosts/node/index.ts';
import type { RunFiles } from '../RunFiles.ts';

const ENDING = '.jsonl';

/** Where journals are moved before they are deleted: one that is there is a run whose removal has begun. */
function removedOf({ folder }: RunFiles, id = ''): string {
  return path.join(folder, 'removed', id === '' ? '' : id + ENDING);
}

/**
 * Removes all that is kept of a run, or moves its journal and those below it to another folder. It is done from the moment at which
 * its journal is out of the way: what a crash leaves of it is removed at the next start. Throws what the system says.
 */
export function removeRunFiles(files: RunFiles, id: string, archive: string | null): void {
  const journal = files.journalOf(id);
  if (archive !== null && existsSync(journal)) copyRun(journal, archive);
  mkdirSync(removedOf(files), { recursive: true, mode: 0o700 });
  if (existsSync(journal)) renameSync(journal, removedOf(files, id));
  removeRest(files, id);
}

/** Continues removals that a crash has interrupted. Throws what the system says. */
export function finishRemovals(files: RunFiles): void {
  if (!existsSync(removedOf(files))) return;
  for (const name of readdirSync(removedOf(files)))
    if (name.endsWith(ENDING)) removeRest(files, name.slice(0, -ENDING.length));
}

/** Bytes of all that is kept of a run; 0 where that cannot be told. */
export function sizeOfRun(files: RunFiles, id: string): number {
  const journal = files.journalOf(id);
  const below = childFolder(journal);
  const inside = tryList(below).map((name) => path.join(below, name));
  return [journal, checkpointFile(journal), files.ends.fileOf(id), ...inside].reduce(
    (sum, file) => sum + sizeOf(file),
    0,
  );
}

function removeRest(files: RunFiles, id: string): void {
  const journal = files.journalOf(id);
  // A run that was started with the same id since has these files.
  if (!existsSync(journal)) {
    rmSync(checkpointFile(journal), { force: true });
    rmSync(childFolder(journal), { recursive: true, force: true });
    files.ends.remove(id);
  }
  rmSync(removedOf(files, id), { force: true });
}

/** Copies a journal and those below it; each is whole under its name, or not there. */
function copyRun(journal: string, archive: string): void {
  const target = freePlace(archive, path.basename(journal, ENDING));
  mkdirSync(archive, { recursive: true, mode: 0o700 });
  const below = tryList(childFolder(journal)).filter((name) => name.endsWith(ENDING));
  if (below.length > 0) mkdirSync(childFolder(target), { recursive: true, mode: 0o700 });
  for (const name of below) copyWhole(path.join(childFolder(journal), name), path.join(childFolder(target), name));
  copyWhole(journal, target);
}

/** An id may be used again once its run was removed: the runs of one id are numbered. */
function freePlace(archive: string, id: string): string {
  for (let number = 1; ; number += 1) {
    const file = path.join(archive, `${id}${number === 1 ? '' : `.${number}`}${ENDING}`);
    if (!existsSync(file)) return file;
  }
}

function copyWhole(from: string, to: string): void {
  copyFileSync(from, `${to}.part`);
  renameSync(`${to}.part`, to);
}

function tryList(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
