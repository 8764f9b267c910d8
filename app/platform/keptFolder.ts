import { type Database, openDatabase } from './database.ts';
import { openHandle } from './folder.ts';
import type { Folder } from './opening/Folder.ts';
import { servedId } from './served.ts';

const KEY = 'folder';
const ACCESS = { mode: 'readwrite' } as const;

/** What was last known of a folder's files. */
export interface FolderKnowledge {
  /** Text of each file as it was on disk. */
  readonly onDisk: ReadonlyMap<string, string>;
  /** Files of the workspace that were not in the folder. */
  readonly others: ReadonlySet<string>;
  /** Text of the layout of each workflow that has one there; null: an earlier version did not keep them. */
  readonly layouts: ReadonlyMap<string, string> | null;
}

/** The folder that was open when the page went away. */
export interface KeptFolder extends FolderKnowledge {
  readonly name: string;
  /**
   * Opens it again; null when the browser does not let the page. Asking the user is possible only while they press
   * something; without it the browser answers by what it remembers. Rejects with an `Error` for the user.
   */
  connect(mayAsk: boolean): Promise<Folder | null>;
}

declare global {
  /** Chromium's, next to `showDirectoryPicker`. */
  interface FileSystemHandle {
    queryPermission?(access: typeof ACCESS): Promise<PermissionState>;
    requestPermission?(access: typeof ACCESS): Promise<PermissionState>;
  }
}

/** Remembers a folder on this device. Rejects where the browser cannot keep it. */
export async function keepFolder(folder: Folder, { onDisk, others, layouts }: FolderKnowledge): Promise<void> {
  const { handle } = folder;
  if (handle || servedId() !== '')
    await using((database) => database.put('values', { handle, onDisk, others, layouts }, KEY));
}

/** Forgets the folder that was remembered. */
export async function forgetFolder(): Promise<void> {
  await using((database) => database.delete('values', KEY));
}

/** The folder that is remembered; null when there is none, or what is kept cannot be read. */
export async function readKeptFolder(): Promise<KeptFolder | null> {
  if (typeof FileSystemDirectoryHandle === 'undefined') return null;
  const kept = await readKept();
  const handle: unknown = kept && Reflect.get(kept, 'handle');
  if (!kept || !(handle instanceof FileSystemDirectoryHandle)) return null;
  return {
    name: handle.name,
    ...toKnowledge(kept),
    async connect(mayAsk) {
      const ask = mayAsk ? handle.requestPermission : handle.queryPermission;
      const answer = await ask?.call(handle, ACCESS).catch(() => 'denied');
      return answer === 'granted' ? openHandle(handle) : null;
    },
  };
}

/** What is remembered of the folder that is served; null when that is nothing, or is of a folder that the user chose. */
export async function readServedKnowledge(): Promise<FolderKnowledge | null> {
  const kept = await readKept();
  return kept && Reflect.get(kept, 'handle') === undefined ? toKnowledge(kept) : null;
}

async function readKept(): Promise<object | null> {
  const kept: unknown = await using((database) => database.get('values', KEY));
  return typeof kept === 'object' ? kept : null;
}

function toKnowledge(kept: object): FolderKnowledge {
  const layouts: unknown = Reflect.get(kept, 'layouts');
  return {
    onDisk: new Map(textsOf(Reflect.get(kept, 'onDisk'))),
    others: new Set(pathsOf(Reflect.get(kept, 'others'))),
    layouts: layouts instanceof Map ? new Map(textsOf(layouts)) : null,
  };
}

function textsOf(value: unknown): [string, string][] {
  if (!(value instanceof Map)) return [];
  return [...value].filter(
    (entry): entry is [string, string] => typeof entry[0] === 'string' && typeof entry[1] === 'string',
  );
}

function pathsOf(value: unknown): string[] {
  return value instanceof Set ? [...value].filter((path) => typeof path === 'string') : [];
}

async function using<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
