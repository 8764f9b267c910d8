import type { FileChange, Layout } from '#engine';
import { formatLayout, readLayout } from '#engine/layout';
import { type Folder, type FolderContent, type FolderKnowledge, layoutNameOf } from '../../../platform/index.ts';
import { firstPath, writeFiles } from '../../document/dispatch.ts';
import { findBadName } from '../../document/fileNames.ts';
import { openFile } from '../../document/files.ts';
import { notify } from '../../store/notices.ts';
import { registerPort } from '../../store/ports.ts';
import type { Conflict } from '../../store/State.ts';
import { session, update } from '../../store/store.ts';
import { listUnsaved } from '../listUnsaved.ts';
import { storageRuntime } from '../runtime.ts';
import { isSameLayout, sayBadNotes, toLayoutConflict } from './sameLayout.ts';

/**
 * Ties the workspace to a folder: its files come in, as one undo step, and Save writes back to it. A file that is here
 * with another text becomes a conflict to decide; nothing is overwritten on either side.
 */
export async function openFolder(chosen: Folder): Promise<void> {
  const content = withoutBadNames(await chosen.read());
  for (const message of content.refused) notify({ kind: 'error', message });
  const {
    document: { workspace },
  } = session.getState();
  const changes: FileChange[] = [];
  const conflicts: Conflict[] = [];
  for (const [path, text] of content.texts) {
    const here = workspace.files.get(path);
    if (here === undefined) changes.push({ type: 'create', path, text });
    else if (here !== text) conflicts.push({ path, diskText: text });
  }
  const layouts = readLayouts(content, changes);
  if (changes.length > 0 && !writeFiles('files.folder', changes, layouts)) return;
  tie(chosen, new Map(layouts));
  const others = new Set([...workspace.files.keys()].filter((path) => !content.texts.has(path)));
  update({ storage: { folder: { name: chosen.name, onDisk: content.texts, others } } });
  offer(conflicts);
  const first = firstPath([...content.texts.keys()].toSorted());
  if (first === null)
    notify({ kind: 'info', message: `${chosen.name} has no workflow files yet. Save writes the open file there.` });
  else openFile(first);
}

/** The folder that is open; null without one. */
export function currentFolder(): Folder | null {
  return storageRuntime.folder;
}

/** Ties the workspace again to a folder it was tied to, by what was known of its files then. Nothing is read or written. */
export function resumeFolder(chosen: Folder, { onDisk, others, layouts: texts }: FolderKnowledge): void {
  const { layouts } = session.getState().document.workspace;
  const known = new Map([...layouts].filter(([path]) => onDisk.has(path)));
  for (const path of texts === null ? [] : known.keys()) {
    const text = texts?.get(path);
    const layout = text === undefined ? null : readLayout(text);
    if (!layout) known.delete(path);
    else if (!isSameLayout(layout, known.get(path))) known.set(path, layout);
  }
  tie(chosen, known);
  update({ storage: { folder: { name: chosen.name, onDisk, others }, folderToReopen: null } });
}

/** Closes the folder; the files stay in the workspace. */
export function closeFolder(): void {
  tie(null, new Map());
  update({ storage: { folder: null, conflicts: [] }, view: { dialog: null } });
}

/** The arrangements that the open folder holds, as texts by the path of their workflow. */
export function layoutTextsOnDisk(): ReadonlyMap<string, string> {
  return new Map([...storageRuntime.layoutsOnDisk].map(([path, layout]) => [path, formatLayout(layout)]));
}

function tie(folder: Folder | null, layoutsOnDisk: Map<string, Layout>): void {
  storageRuntime.leaveFolder?.();
  const leaveFolder = folder === null ? null : registerPort('folder', folder);
  Object.assign(storageRuntime, { folder, leaveFolder, layoutsOnDisk, follow: null });
}

/**
 * Writes the open file and every changed, new or renamed file of the folder to disk, with layouts, and removes there what
 * was removed here. A file that changed on disk meanwhile is neither written nor removed but offered as a conflict. Answers whether all was
 * done; false without a folder.
 */
export async function saveToFolder(): Promise<boolean> {
  const {
    document: { workspace },
    storage: { folder: state },
  } = session.getState();
  const { folder } = storageRuntime;
  if (!folder || !state) return false;
  const onDisk = new Map(state.onDisk);
  const conflicts: Conflict[] = [];
  const unsaved = listUnsaved(session.getState());
  try {
    for (const path of unsaved) {
      const conflict = await saveFile({ folder, path, text: workspace.files.get(path) ?? null, onDisk });
      if (conflict) conflicts.push(conflict);
    }
    for (const path of onDisk.keys()) {
      const conflict = await saveLayout(folder, path, workspace.layouts.get(path));
      if (conflict) conflicts.push(conflict);
    }
  } catch (error) {
    sayFailure(error);
    return false;
  } finally {
    const {
      storage: { folder: now },
    } = session.getState();
    // What another program did meanwhile may be known already: of what was not written here, nothing is.
    if (now) {
      const others = [...now.onDisk].filter(([path]) => !unsaved.includes(path));
      const written = [...onDisk].filter(([path]) => unsaved.includes(path));
      update({ storage: { folder: { ...now, onDisk: new Map([...others, ...written]) } } });
    }
  }
  offer(conflicts);
  return conflicts.length === 0;
}

interface FileToSave {
  readonly folder: Folder;
  readonly path: string;
  /** Null when it was removed here. */
  readonly text: string | null;
  /** Follows what is done. */
  readonly onDisk: Map<string, string>;
}

/** Brings one file of the folder to what it is here; answers with the conflict that keeps it from that. */
async function saveFile({ folder: to, path, text, onDisk }: FileToSave): Promise<Conflict | null> {
  const known = onDisk.get(path) ?? null;
  const diskText = await to.readFile(path);
  if (diskText !== known && diskText !== text) return { path, diskText };
  if (text === null) {
    if (diskText !== null) await to.removeFile(path);
    if (storageRuntime.layoutsOnDisk.delete(path)) await to.removeFile(layoutNameOf(path));
    onDisk.delete(path);
  } else {
    if (diskText !== text) await to.writeFile(path, text);
    onDisk.set(path, text);
  }
  return null;
}

/**
 * Writes an arrangement that the folder does not hold yet. One that says nothing is written only over another. Answers with
 * the conflict that keeps it from that.
 */
async function saveLayout(to: Folder, path: string, layout: Layout | undefined): Promise<Conflict | null> {
  const known = storageRuntime.layoutsOnDisk.get(path);
  if (!layout || layout === known) return null;
  if (!known && isSameLayout(layout, undefined)) return null;
  const diskText = await to.readFile(layoutNameOf(path));
  const disk = diskText === null ? null : readLayout(diskText);
  // What says the same stays as it is written there.
  const isThere = disk !== null && isSameLayout(disk, layout);
  if (diskText !== null && !isThere && !(disk && isSameLayout(disk, known)))
    return toLayoutConflict(path, diskText, layout);
  if (!isThere) await to.writeFile(layoutNameOf(path), formatLayout(layout));
  storageRuntime.layoutsOnDisk.set(path, layout);
  return null;
}

/** Looks whether files of the folder changed on disk, and offers each that did as a conflict. A folder that is followed is. */
export async function checkFolder(): Promise<void> {
  if (storageRuntime.follow) return storageRuntime.follow();
  const {
    storage: { folder: state },
    document: { workspace },
  } = session.getState();
  const { folder } = storageRuntime;
  if (!folder || !state || state.trouble !== undefined) return;
  const conflicts: Conflict[] = [];
  const onDisk = new Map(state.onDisk);
  try {
    for (const [path, known] of state.onDisk) {
      const diskText = await folder.readFile(path);
      if (diskText === known) continue;
      if (diskText !== null && diskText === workspace.files.get(path)) onDisk.set(path, diskText);
      else conflicts.push({ path, diskText });
    }
  } catch (error) {
    sayFailure(error);
  }
  if (session.getState().storage.folder === state) update({ storage: { folder: { ...state, onDisk } } });
  offer(conflicts);
}

function offer(conflicts: readonly Conflict[]): void {
  if (conflicts.length === 0) return;
  // Of files that are in no folder nothing was looked at.
  const others = session.getState().storage.conflicts.filter(({ isLaunched }) => isLaunched === true);
  update({ storage: { conflicts: [...others, ...conflicts] }, view: { dialog: 'conflict' } });
}

/** A folder's content without files whose names could be taken for others; what is omitted is refused, and stays on disk. */
function withoutBadNames(content: FolderContent): FolderContent {
  const refused = [...content.texts.keys()].flatMap((path) => findBadName(path) ?? []);
  if (refused.length === 0) return content;
  const texts = new Map([...content.texts].filter(([path]) => findBadName(path) === null));
  return { ...content, texts, refused: [...content.refused, ...refused] };
}

function readLayouts(content: FolderContent, changes: readonly FileChange[]): ReadonlyMap<string, Layout> {
  const layouts = new Map<string, Layout>();
  for (const { path } of changes) {
    const text = content.layoutTexts.get(path);
    const layout = text === undefined ? null : readLayout(text);
    if (layout) {
      layouts.set(path, layout);
      sayBadNotes(path, layout);
    }
  }
  return layouts;
}

function sayFailure(error: unknown): void {
  notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
}
