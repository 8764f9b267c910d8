import { EMPTY_LAYOUT, type FileChange, type Layout, minimalEdits } from '#engine';
import { readLayout } from '#engine/layout';
import { replaceFileText, writeFiles } from '../../document/dispatch.ts';
import { notify } from '../../store/notices.ts';
import type { Conflict, FolderState } from '../../store/State.ts';
import { session, update } from '../../store/store.ts';
import { dismissLoss, reportLoss } from '../losses.ts';
import { storageRuntime } from '../runtime.ts';
import { checkFolder, currentFolder } from './disk.ts';
import { noteSeen } from './diskFiles.ts';
import { reopenFolder } from './folderMemory.ts';

/** What opens, reads, writes and watches a folder of the disk: loaded after the first screen. */
export { checkFolder, closeFolder, openFolder, saveToFolder } from './disk.ts';
export { connectFolderMemory, dismissFolder, rememberFolder, reopenFolder } from './folderMemory.ts';

/** How often it is looked whether the folder can be written, in ms: a loss is shown within a second. */
const EVERY = 700;

const WHY = {
  gone: (name: string) =>
    `The folder ${name} is gone from the disk: it was moved, renamed or deleted. Your files are safe in this browser. Put the folder back and reconnect it, or open another one.`,
  ended: (name: string) =>
    `The folder ${name} cannot be reached, because signalbox open has ended. Your files are safe in this browser: start it again for the same folder, and what is not saved is still here.`,
  unreadable: (name: string) =>
    `The folder ${name} cannot be read: the disk or another program denies access. Your files are safe in this browser. Check the disk; the folder is used again as soon as it can be read.`,
  denied: (name: string) =>
    `The browser no longer lets the page write to the folder ${name}. Your files are safe in this browser. Reconnect it to save there again.`,
} satisfies Record<NonNullable<FolderState['trouble']>, (name: string) => string>;

/** Looks, while the page is seen, whether the open folder is there and may be written. Answers with a function that stops that. */
export function watchFolder(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, EVERY);
  return () => clearInterval(timer);
}

/** Ties the folder again that was lost, or that was open at the last visit. To be called while the user presses something. */
export async function reconnectFolder(): Promise<void> {
  const folder = currentFolder();
  if (folder === null) {
    await reopenFolder();
    return;
  }
  await folder.allow();
  await look();
}

async function look(): Promise<void> {
  const folder = currentFolder();
  if (folder === null) dismissLoss('folder');
  if (folder === null || storageRuntime.isLooking) return;
  storageRuntime.isLooking = true;
  const found = await folder.check();
  storageRuntime.isLooking = false;
  const {
    storage: { folder: state },
  } = session.getState();
  if (currentFolder() !== folder || state === null || found === (state.trouble ?? 'fine')) return;
  const { trouble: _, ...sound } = state;
  if (found === 'fine') {
    update({ storage: { folder: sound } });
    dismissLoss('folder');
    await checkFolder();
  } else {
    update({ storage: { folder: { ...sound, trouble: found } } });
    reportLoss({ store: 'folder', message: WHY[found](folder.name) });
  }
}

/** What is done about a conflict: `take` the text of the disk, `keep` the one that is here, or put another one in the place of both. */
type Decision = 'take' | 'keep' | MergedChange;

/** A merged text, and what follows from it in other files and layouts. */
interface MergedChange {
  readonly text: string;
  readonly changes?: readonly FileChange[];
  readonly layouts?: ReadonlyMap<string, Layout>;
}

/** Decides a conflict. What comes in is one undo step; after each decision Save writes what is here over what is on disk. */
export function resolveConflict(path: string, decision: Decision): void {
  const { conflicts } = session.getState().storage;
  const conflict = conflicts.find((candidate) => candidate.path === path);
  if (!conflict) return;
  // What cannot be taken now stays a question.
  if (decision === 'take' && !take(conflict)) return;
  if (typeof decision === 'object' && !put(conflict, decision)) return;
  noteDisk(conflict);
  const rest = conflicts.filter((candidate) => candidate.path !== path);
  update({ storage: { conflicts: rest }, view: rest.length === 0 ? { dialog: null } : {} });
}

/** Answers whether what is on disk is here now. */
function take(conflict: Conflict): boolean {
  const { path, diskText, layout } = conflict;
  if (layout) return writeFiles('files.disk', [], new Map([[layout.of, layoutOf(conflict)]]));
  const here = session.getState().document.workspace.files.get(path) ?? null;
  if (here === diskText) return true;
  if (diskText === null) return writeFiles('files.disk', [{ type: 'remove', path }]);
  if (here === null) return writeFiles('files.disk', [{ type: 'create', path, text: diskText }]);
  return replaceFileText(path, diskText, 'files.disk');
}

/** Answers whether a text that was made of both is here now. */
function put({ path, layout }: Conflict, { text, changes = [], layouts }: MergedChange): boolean {
  if (layout) {
    const merged = readLayout(text);
    if (merged) return writeFiles('files.merge', [], new Map([[layout.of, merged]]));
    notify({ kind: 'error', message: `The merged text is not a layout of ${layout.of}. Take one of the two.` });
    return false;
  }
  const before = session.getState().document.workspace.files.get(path);
  const own =
    before === undefined || before === text ? [] : [{ type: 'edit', path, edits: minimalEdits(before, text) } as const];
  const all = [...own, ...changes];
  return all.length + (layouts?.size ?? 0) === 0 || writeFiles('files.merge', all, layouts);
}

/** What is on disk is known from now on: Save compares with it. */
function noteDisk(conflict: Conflict): void {
  const { path, diskText, layout, isLaunched } = conflict;
  const { folder } = session.getState().storage;
  if (layout) storageRuntime.layoutsOnDisk.set(layout.of, layoutOf(conflict));
  else if (isLaunched === true) noteSeen(path, diskText ?? '');
  else if (folder) {
    const onDisk = new Map(folder.onDisk);
    if (diskText === null) onDisk.delete(path);
    else onDisk.set(path, diskText);
    update({ storage: { folder: { ...folder, onDisk } } });
  }
}

function layoutOf({ diskText }: Conflict) {
  return readLayout(diskText ?? '') ?? EMPTY_LAYOUT;
}
