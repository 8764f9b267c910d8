import { openDatabase } from './database.ts';
import { readText } from './opening/fileTexts.ts';

const KEY = 'diskFiles';
const ACCESS = { mode: 'readwrite' } as const;

declare global {
  /** Chromium's: files that the system opens with the installed app. */
  var launchQueue:
    | { setConsumer(open: (launch: { readonly files: readonly FileSystemHandle[] }) => void): void }
    | undefined;
}

/** A file of the workspace that is also one on the disk, for Save to write to. */
export interface DiskFile {
  readonly path: string;
  readonly handle: FileSystemFileHandle;
  /** Its text on the disk when it was last seen. */
  readonly onDisk: string;
}

/** Calls back with the files that the system opens with the app: those that waited, and then each that follows. */
export function onLaunch(open: (files: readonly FileSystemFileHandle[]) => void): void {
  globalThis.launchQueue?.setConsumer(({ files }) => {
    const chosen = files.filter((handle) => handle instanceof FileSystemFileHandle);
    if (chosen.length > 0) open(chosen);
  });
}

/** A file's text now. Rejects with an `Error` for the user. */
export async function readHandle(handle: FileSystemFileHandle): Promise<string> {
  const file = await handle.getFile().catch((cause: unknown) => {
    throw new Error(`${handle.name} could not be read: it is gone from the disk, or closed to the page.`, { cause });
  });
  const text = await readText(file);
  if (!text.ok) throw new Error(text.reason);
  return text.text;
}

/** Whether the page may write a file; asks the user, so only while they press something. */
export async function allowHandle(handle: FileSystemFileHandle): Promise<boolean> {
  const answer = await handle.requestPermission?.(ACCESS).catch(() => 'denied');
  return (answer ?? 'granted') === 'granted';
}

/** Remembers the files on this device. Rejects where the browser cannot keep them. */
export async function keepDiskFiles(files: readonly DiskFile[]): Promise<void> {
  const database = await openDatabase();
  try {
    await database.put('values', files, KEY);
  } finally {
    database.close();
  }
}

/** The files that are remembered. Rejects where the browser has none to give. */
export async function readKeptDiskFiles(): Promise<readonly DiskFile[]> {
  const database = await openDatabase();
  try {
    const kept: unknown = await database.get('values', KEY);
    return Array.isArray(kept) ? kept.filter(isDiskFile) : [];
  } finally {
    database.close();
  }
}

function isDiskFile(value: unknown): value is DiskFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, handle, onDisk } = value as Partial<DiskFile>;
  return typeof path === 'string' && typeof onDisk === 'string' && handle instanceof FileSystemFileHandle;
}
