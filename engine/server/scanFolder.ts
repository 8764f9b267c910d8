import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { MOST_PENDING, PROPOSALS_FOLDER, proposalIdOf } from '../author/index.ts';
import { isInside } from '../hosts/node/index.ts';
import { isSeen, isServed, isWorkflow, LAYOUT_END, MOST_FILES } from './servedNames.ts';

/** Most names of a folder that are looked at: a folder of a whole disk is not searched to its end. */
const MOST_NAMES = 50_000;

/** What one look at a folder found. */
export interface FolderScan {
  /** What marks the present content of each workflow and layout file, by its path below the folder, in order of paths. */
  readonly marks: ReadonlyMap<string, string>;
  /** The same of the proposals that wait. */
  readonly proposals: ReadonlyMap<string, string>;
  /** Real paths of the folders that were looked into. */
  readonly folders: readonly string[];
  /** What was omitted, and why: messages for the user. */
  readonly refused: readonly string[];
}

/**
 * Looks for the workflows of a folder, at most {@link MOST_FILES}, and their layouts. Links to files of the folder are
 * followed, links to folders are not. Rejects where the folder itself cannot be read.
 *
 * @param root its path without links
 */
export async function scanFolder(root: string): Promise<FolderScan> {
  const found = new Map<string, string>();
  const folders: string[] = [];
  const refused: string[] = [];
  const waiting = [''];
  let names = 0;
  for (let below = waiting.shift(); below !== undefined; below = waiting.shift()) {
    const folder = path.join(root, below);
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (below === '') throw error;
      // It went away meanwhile, or is closed to this user: as if it were not there.
      return [];
    });
    folders.push(folder);
    for (const entry of entries) {
      names += 1;
      if (!isSeen(entry.name)) continue;
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (names <= MOST_NAMES) waiting.push(name);
        continue;
      }
      if (!isServed(name) || !(isWorkflow(name) || name.endsWith(LAYOUT_END))) continue;
      const place = path.join(folder, entry.name);
      const isOut = entry.isSymbolicLink() && !(await isServedLink(root, place));
      if (isOut && isWorkflow(name)) refused.push(`${name} was not opened: it is a link that leads out of the folder.`);
      const mark = isOut ? null : await markOf(place);
      if (mark !== null) found.set(name, mark);
    }
  }
  if (names > MOST_NAMES)
    refused.push(
      `The folder has more than ${MOST_NAMES} files and folders, and not all were looked into. Open one that holds the workflows alone.`,
    );
  return { marks: pick(found, refused), proposals: await findProposals(root, folders), folders, refused };
}

/** The proposals of a folder, the first ones by name. @param folders follows what was looked into */
async function findProposals(root: string, folders: string[]): Promise<ReadonlyMap<string, string>> {
  const proposals = new Map<string, string>();
  const [outer = ''] = PROPOSALS_FOLDER.split('/');
  for (const below of [outer, PROPOSALS_FOLDER]) {
    const folder = path.join(root, below);
    // A folder that is a link is not looked into, as others are not.
    if ((await lstat(folder).catch(() => null))?.isDirectory() !== true) return proposals;
    folders.push(folder);
  }
  const names = await readdir(path.join(root, PROPOSALS_FOLDER)).catch(() => []);
  const paths = names.map((name) => `${PROPOSALS_FOLDER}/${name}`).filter((name) => proposalIdOf(name) !== null);
  for (const name of paths.toSorted().slice(0, MOST_PENDING * 2)) {
    const mark = await markOf(path.join(root, name));
    if (mark !== null) proposals.set(name, mark);
  }
  return proposals;
}

/** Whether a link leads to a file of the folder that may be served by its own name, too. */
export async function isServedLink(root: string, place: string): Promise<boolean> {
  const real = await realpath(place).catch(() => null);
  return real !== null && isInside(root, real) && isServed(path.relative(root, real).split(path.sep).join('/'));
}

/** The first workflows by name, and the layouts that go with them. */
function pick(found: ReadonlyMap<string, string>, refused: string[]): ReadonlyMap<string, string> {
  const names = [...found.keys()].toSorted();
  const workflows = names.filter(isWorkflow);
  if (workflows.length > MOST_FILES)
    refused.push(
      `The folder has ${workflows.length} workflow files, and the first ${MOST_FILES} by name are shown. Open a folder inside it.`,
    );
  const shown = new Set(workflows.slice(0, MOST_FILES));
  const stems = new Set([...shown].map((name) => name.replace(/\.ya?ml$/, '')));
  return new Map(
    names.flatMap((name) =>
      shown.has(name) || stems.has(name.slice(0, -LAYOUT_END.length)) ? [[name, found.get(name) ?? ''] as const] : [],
    ),
  );
}

async function markOf(place: string): Promise<string | null> {
  // Of a link and of what it leads to, each may change.
  const [own, real] = await Promise.all([statOrNull(lstat, place), statOrNull(stat, place)]);
  return own !== null && real?.isFile() === true ? `${formatMark(own)} ${formatMark(real)}` : null;
}

function statOrNull(look: (place: string) => Promise<Stats>, place: string): Promise<Stats | null> {
  return look(place).catch(() => null);
}

function formatMark({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}
