import {
  allowHandle,
  type DiskFile,
  keepDiskFiles,
  onLaunch,
  readHandle,
  readKeptDiskFiles,
  writeWhole,
} from '../../../platform/index.ts';
import { replaceFileText } from '../../document/dispatch.ts';
import { openFile } from '../../document/files.ts';
import { notify } from '../../store/notices.ts';
import type { Conflict } from '../../store/State.ts';
import { session, update, watch } from '../../store/store.ts';
import { importFiles } from '../imports.ts';
import { storageRuntime } from '../runtime.ts';

/** Ties files again that the system opened with the app before, and opens those that it opens from now on. */
export async function connect(): Promise<void> {
  tie(await readKeptDiskFiles().catch(() => []));
  watch(({ document: { workspace } }) => workspace.files, untieRemoved);
  onLaunch((handles) => void openLaunched(handles));
}

/**
 * Opens files of the disk as the app's own list of files does, through the same question of trust, and ties each to what it is
 * called here: Save writes to it. One that is tied is opened; what another program wrote meanwhile is taken where nothing
 * was changed here, and else comes in next to it.
 */
export async function openLaunched(handles: readonly FileSystemFileHandle[]): Promise<void> {
  for (const handle of handles) {
    try {
      await openOne(handle);
    } catch (error) {
      sayFailure(error);
    }
  }
}

async function openOne(handle: FileSystemFileHandle): Promise<void> {
  const text = await readHandle(handle);
  const known = await find(handle);
  const here = known && textHere(known.path);
  const isKnown = known !== undefined && here !== undefined && (text === known.onDisk || here === known.onDisk);
  if (isKnown && (text === here || text === known.onDisk || replaceFileText(known.path, text, 'files.disk'))) {
    openFile(known.path);
    set({ ...known, onDisk: text });
    return;
  }
  const path = importFiles({ files: [{ name: handle.name, text, layoutText: null }], refused: [] });
  if (path === null) return;
  const others = storageRuntime.diskFiles.filter((other) => other !== known);
  tie([...others.filter((other) => other.path !== path), { path, handle, onDisk: text }]);
  keep();
}

/** Writes the changed files that are tied to one on the disk. Answers whether all are there now. One that another program changed is not written over. */
export async function saveDiskFiles(): Promise<boolean> {
  let isWhole = true;
  for (const file of storageRuntime.diskFiles) {
    const text = textHere(file.path);
    if (text === undefined || text === file.onDisk) continue;
    try {
      isWhole = (await save(file, text)) && isWhole;
    } catch (error) {
      sayFailure(error);
      isWhole = false;
    }
  }
  return isWhole;
}

async function save(file: DiskFile, text: string): Promise<boolean> {
  const { handle, onDisk, path } = file;
  if (!(await allowHandle(handle))) {
    notify({
      kind: 'warning',
      message: `The browser does not let the page write ${handle.name}. Your text is safe on this device: save again and allow it, or download it.`,
    });
    return false;
  }
  const now = await readHandle(handle);
  if (now !== onDisk && now !== text) {
    askWhich({ path, diskText: now, isLaunched: true });
    return false;
  }
  await write(file, text);
  return true;
}

async function write(file: DiskFile, text: string): Promise<void> {
  await writeWhole(file.handle, text);
  set({ ...file, onDisk: text });
}

async function find(handle: FileSystemFileHandle): Promise<DiskFile | undefined> {
  for (const file of storageRuntime.diskFiles) if (await file.handle.isSameEntry(handle)) return file;
  return undefined;
}

function textHere(path: string): string | undefined {
  return session.getState().document.workspace.files.get(path);
}

/** Takes note of what is on the disk of a file that is tied: Save compares with it. */
export function noteSeen(path: string, onDisk: string): void {
  const file = storageRuntime.diskFiles.find((other) => other.path === path);
  if (file) set({ ...file, onDisk });
}

function set(file: DiskFile): void {
  tie([...storageRuntime.diskFiles.filter(({ path }) => path !== file.path), file]);
  keep();
}

function tie(files: readonly DiskFile[]): void {
  storageRuntime.diskFiles = files;
  update({ storage: { diskFiles: new Map(files.map(({ path, onDisk }) => [path, onDisk])) } });
}

/** Another file that is given the name of one that was removed, or renamed, is not the one on the disk. */
function untieRemoved(): void {
  const left = storageRuntime.diskFiles.filter(({ path }) => textHere(path) !== undefined);
  if (left.length === storageRuntime.diskFiles.length) return;
  tie(left);
  keep();
}

/** What cannot be remembered is opened again by hand: nothing is lost. */
function keep(): void {
  keepDiskFiles(storageRuntime.diskFiles).catch(() => undefined);
}

function sayFailure(error: unknown): void {
  notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
}

/** Asks what to do about a file that is another one here and on disk; what was asked of it before is asked again. */
function askWhich(conflict: Conflict): void {
  const others = session.getState().storage.conflicts.filter(({ path }) => path !== conflict.path);
  update({ storage: { conflicts: [...others, conflict] }, view: { dialog: 'conflict' } });
}
