import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { err, isJsonObject, type Json, ok, type Result } from '../../../base/index.ts';
import type { ProcessMark } from '../../../hosts/node/index.ts';
import { findLink } from '../disk/findLink.ts';
import { type OpenRefusal, RunFiles } from '../RunFiles.ts';
import { FORMAT, MANIFEST, USED } from './backupState.ts';

/** Puts a copy in the place of a state folder, which must have nothing; answers with how many runs it has. Throws what the system says. */
export async function restoreState(
  backup: string,
  state: string,
  onWait: (other: ProcessMark) => void,
): Promise<Result<number, OpenRefusal>> {
  const runs = readManifest(path.join(backup, MANIFEST));
  if (runs === null)
    return err({ message: `${backup} is not a complete backup of runs: it has no ${MANIFEST}.`, isOwned: false });
  const link = findLink(backup);
  if (link !== null)
    return err({
      message: `${path.join(backup, link)} is a link, so this backup was changed. Use another backup.`,
      isOwned: false,
    });
  const used = USED.find((name) => !isEmpty(path.join(state, name)));
  if (used !== undefined) {
    const message = `${state} already has runs: ${used} exists. Restore into another folder with --state DIR.`;
    return err({ message, isOwned: false });
  }
  const files = await RunFiles.open(state, onWait);
  if (!files.ok) return files;
  try {
    cpSync(backup, state, { recursive: true, force: true });
    rmSync(path.join(state, MANIFEST), { force: true });
    return ok(runs);
  } finally {
    files.value.close();
  }
}

function isEmpty(place: string): boolean {
  if (!existsSync(place)) return true;
  try {
    return readdirSync(place).length === 0;
  } catch {
    // A file.
    return false;
  }
}

/** How many runs a copy has; null where it is not whole. */
function readManifest(file: string): number | null {
  try {
    const value: Json = JSON.parse(readFileSync(file, 'utf8'));
    return isJsonObject(value) && value['format'] === FORMAT ? Number(value['runs']) : null;
  } catch {
    return null;
  }
}
