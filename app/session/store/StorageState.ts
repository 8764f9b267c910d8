/** `saved` only after the text is durable on this device. `failed` says why; the text stays here and can be exported. */
export interface SaveState {
  readonly state: 'loading' | 'saved' | 'saving' | 'failed';
  readonly message?: string;
}

/** What the app keeps on this device, as the user knows it; `page` is what survives a tab that is closed in mid-word. */
export type StoreName = 'workspace' | 'folder' | 'runs' | 'values' | 'files' | 'memories' | 'secrets' | 'page';

/** Storage that was lost while the app was open. */
export interface StorageLoss {
  readonly store: StoreName;
  /** What is lost, what is still there, and what to do. */
  readonly message: string;
}

/** The folder on disk this workspace is written to on Save. */
export interface FolderState {
  readonly name: string;
  /** The text of each file as it is on disk, as far as known: a file that differs has something to save. */
  readonly onDisk: ReadonlyMap<string, string>;
  /** Files that were here before and are not in the folder: Save writes one only while it is the open file. */
  readonly others: ReadonlySet<string>;
  /** Set while the folder cannot be written: it is gone from the disk, closed to the page, or the program that serves it has ended. */
  readonly trouble?: 'gone' | 'denied' | 'ended' | 'unreadable';
}

/** A file that changed on disk while it was also changed, or is open, here. */
export interface Conflict {
  readonly path: string;
  /** Of a layout: the workflow that it arranges, and its text as it is here. */
  readonly layout?: { readonly of: string; readonly text: string };
  /** Null when the file was deleted on disk. */
  readonly diskText: string | null;
  /** True: it is a file that the system opened with the app, and in no folder. */
  readonly isLaunched?: true;
}

/** How what the session holds is kept: on this device, in other tabs, in a folder. */
export interface StorageState {
  readonly save: SaveState;
  /** Storage that was lost while the app was open and that the user has not dismissed. */
  readonly losses: readonly StorageLoss[];
  /** A follower watches a workspace that another tab writes. */
  readonly role: 'owner' | 'follower';
  readonly folder: FolderState | null;
  /** Name of the folder that was open when the page went away, while the browser wants the user to allow it again. */
  readonly folderToReopen: string | null;
  readonly conflicts: readonly Conflict[];
  /** Files that the system opened with the app, by path: their text on the disk when it was last seen. Save writes to them. */
  readonly diskFiles: ReadonlyMap<string, string>;
}
