import { createHistory, type FileChange, type Layout, minimalEdits } from '#engine';
import { readLayout } from '#engine/layout';
import { type Folder, layoutNameOf, readServedKnowledge } from '../../../platform/index.ts';
import { connectServed, enterServed } from '../../../platform/servedFolder.ts';
import { writeFiles } from '../../document/dispatch.ts';
import { findBadName } from '../../document/fileNames.ts';
import { readOnlyReason } from '../../document/readOnly.ts';
import { notify } from '../../store/notices.ts';
import type { Conflict } from '../../store/State.ts';
import { session, update } from '../../store/store.ts';
import { storageRuntime } from '../runtime.ts';
import { currentFolder, openFolder, resumeFolder } from './disk.ts';
import { isSameLayout, sayBadNotes, toLayoutConflict } from './sameLayout.ts';

/** Lets this browser in to the folder that is served with the page, where its address says that it may be. */
export async function enter(): Promise<void> {
  await enterServed().catch(sayFailure);
}

/** Ties the workspace to the folder that is served with the page, and from then on follows what other programs do there. */
export async function openServed(): Promise<void> {
  try {
    const served = await connectServed();
    const kept = await readServedKnowledge().catch(() => null);
    if (currentFolder() !== null || session.getState().storage.role === 'follower') return;
    if (kept) resumeFolder(served, kept);
    else await openFirst(served);
    follow(served);
  } catch (error) {
    sayFailure(error);
  }
}

/** Opens a folder whose files are the workspace: that they came in is nothing to undo, for Save would remove them then. */
async function openFirst(served: Folder): Promise<void> {
  const isAlone = session.getState().document.workspace.files.size === 0;
  await openFolder(served);
  if (isAlone) update({ document: { history: createHistory() } });
}

function follow(served: Folder): void {
  let last = Promise.resolve();
  /** One look at a time: a text that was read earlier never comes in later. */
  const followNext = (paths: readonly string[] | null): Promise<void> => {
    last = last.then(() => followFolder(served, paths)).catch(sayFailure);
    return last;
  };
  storageRuntime.follow = () => followNext(null);
  const stop = served.watch?.(async (paths) => {
    if (currentFolder() === served) await followNext(paths);
    else stop?.();
  });
}

function sayFailure(error: unknown): void {
  notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
}

/** How long a workspace that cannot be changed now is left alone, in ms. */
const AGAIN = 500;

/** What is on disk of some files. */
interface DiskTexts {
  /** Texts by path; null: it is not there. */
  readonly texts: ReadonlyMap<string, string | null>;
  /** Texts of layouts, by the path of the workflow; null: there is none. */
  readonly layoutTexts: ReadonlyMap<string, string | null>;
}

/**
 * Takes over what changed in the open folder. A file that is here as it was there is replaced by what is there now, all of
 * them as one undo step. One that was changed here too becomes a conflict to decide; nothing is overwritten on either side.
 *
 * @param paths of the files that may have changed; null: any
 */
export async function followFolder(folder: Folder, paths: readonly string[] | null): Promise<void> {
  if (session.getState().storage.role === 'follower') return;
  if (readOnlyReason() !== null) {
    // A large file is being read: what is known of the folder stays as it is until then.
    setTimeout(() => void storageRuntime.follow?.(), AGAIN);
    return;
  }
  const found = paths === null ? await readAll(folder) : await readSome(folder, paths);
  if (currentFolder() === folder) settle(found);
}

async function readAll(folder: Folder): Promise<DiskTexts> {
  const { texts, layoutTexts, refused } = await folder.read();
  const known = session.getState().storage.folder?.onDisk.keys() ?? [];
  const all = new Map<string, string | null>(texts);
  // A file that is there and cannot be read is not one that is gone.
  for (const path of known) {
    if (texts.has(path)) continue;
    const text = await readFile(folder, path);
    if (text !== undefined) all.set(path, text);
  }
  for (const message of refused) notify({ kind: 'error', message });
  return { texts: all, layoutTexts };
}

async function readSome(folder: Folder, paths: readonly string[]): Promise<DiskTexts> {
  const texts = new Map<string, string | null>();
  const layoutTexts = new Map<string, string | null>();
  for (const path of paths) {
    const text = await readFile(folder, path);
    if (text === undefined) continue;
    if (!path.endsWith('.layout.json')) texts.set(path, text);
    else for (const end of ['.yaml', '.yml']) layoutTexts.set(path.replace(/\.layout\.json$/, end), text);
  }
  return { texts, layoutTexts };
}

/** Undefined for a file that cannot be read, which is said. */
async function readFile(folder: Folder, path: string): Promise<string | null | undefined> {
  try {
    return await folder.readFile(path);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

function settle({ texts, layoutTexts }: DiskTexts): void {
  const {
    document: { workspace, activePath },
    storage: { folder: state, conflicts: open },
  } = session.getState();
  if (!state) return;
  const changes: FileChange[] = [];
  const conflicts: Conflict[] = [];
  const settled = new Set<string>();
  const onDisk = new Map(state.onDisk);
  for (const [path, diskText] of texts) {
    const known = state.onDisk.get(path) ?? null;
    const here = workspace.files.get(path) ?? null;
    if (findBadName(path) !== null) continue;
    if (diskText !== known && here !== known && here !== diskText) {
      conflicts.push({ path, diskText });
      continue;
    }
    settled.add(path);
    if (diskText === null) onDisk.delete(path);
    else onDisk.set(path, diskText);
    if (diskText !== known && here !== diskText) changes.push(toChange(path, here, diskText));
  }
  const present = new Set([...workspace.files.keys(), ...changes.map(({ path }) => path)]);
  const layouts = new Map<string, Layout>();
  const layoutsOnDisk = new Map<string, Layout>();
  for (const [path, text] of layoutTexts) {
    const disk = text === null ? null : readLayout(text);
    if (!disk || !present.has(path)) continue;
    const known = storageRuntime.layoutsOnDisk.get(path);
    const here = workspace.layouts.get(path);
    if (isSameLayout(disk, known)) continue;
    if (isSameLayout(disk, here)) layoutsOnDisk.set(path, here ?? disk);
    else if (here === undefined || here === known || isSameLayout(here, known)) {
      layouts.set(path, disk);
      layoutsOnDisk.set(path, disk);
      sayBadNotes(path, disk);
    } else if (text !== null) conflicts.push(toLayoutConflict(path, text, here));
    settled.add(layoutNameOf(path));
  }
  if ((changes.length > 0 || layouts.size > 0) && !writeFiles('files.disk', changes, layouts)) return;
  for (const [path, layout] of layoutsOnDisk) storageRuntime.layoutsOnDisk.set(path, layout);
  const rest = open.filter(({ path }) => !settled.has(path) && !conflicts.some((other) => other.path === path));
  const all = [...rest, ...conflicts];
  const others = new Set([...state.others].filter((path) => !onDisk.has(path)));
  const isNew = conflicts.length > 0;
  const { dialog } = session.getState().view;
  update({
    storage: { conflicts: all, folder: { ...state, onDisk, others } },
    view: isNew ? { dialog: 'conflict' } : all.length === 0 && dialog === 'conflict' ? { dialog: null } : {},
  });
  if (changes.some(({ path, type }) => path === activePath && type !== 'create'))
    notify({ kind: 'info', message: `Another program changed ${activePath} on disk. Undo brings back what was here.` });
}

function toChange(path: string, here: string | null, diskText: string | null): FileChange {
  if (diskText === null) return { type: 'remove', path };
  if (here === null) return { type: 'create', path, text: diskText };
  return { type: 'edit', path, edits: minimalEdits(here, diskText) };
}
