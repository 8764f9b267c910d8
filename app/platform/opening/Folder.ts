/** What one look at a folder found. */
export interface FolderContent {
  /** Texts by path below the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** Texts of `<name>.layout.json`, by the path of the workflow. */
  readonly layoutTexts: ReadonlyMap<string, string>;
  readonly refused: readonly string[];
}

/** A commit of a git repository. */
export interface FolderCommit {
  readonly id: string;
  /** When it was made, in ms since the epoch. */
  readonly at: number;
  readonly author: string;
  /** The first line of its message. */
  readonly subject: string;
}

/** A branch of a git repository. */
export interface FolderBranch {
  readonly name: string;
  /** When its last commit was made, in ms since the epoch. */
  readonly at: number;
}

/** A folder on the user's disk. Methods reject with an `Error` for the user. */
export interface Folder {
  readonly name: string;
  /** By which the browser knows it, and which can be stored; absent of one that is served. */
  readonly handle?: FileSystemDirectoryHandle;
  /** Reads what can be opened in it: YAML files to 10 MiB, at most 500. */
  read(): Promise<FolderContent>;
  /** A file's text now; null when it is gone. */
  readFile(path: string): Promise<string | null>;
  writeFile(path: string, text: string): Promise<void>;
  /** Resolves also when there is no such file. */
  removeFile(path: string): Promise<void>;
  /**
   * Whether the folder is there and the page may write to it, and, of one that is served, whether its server is there; `unreadable` where
   * the disk does not say. Never rejects.
   */
  check(): Promise<'fine' | 'gone' | 'denied' | 'ended' | 'unreadable'>;
  /**
   * The proposals that wait in it, by the paths of their files, at most 100: each is read, written and removed as a file is. Absent where
   * the folder cannot tell.
   */
  proposals?(): Promise<readonly string[]>;
  /** Calls back after proposals were made, changed or removed. Answers with a function that stops that. Absent as `watch` is. */
  onProposals?(listener: () => void): () => void;
  /** Asks the user to let the page use it again; only while they press something. Never rejects. */
  allow(): Promise<boolean>;
  /** The commits that changed a file, newest first; absent where the folder cannot tell. */
  commits?(path: string): Promise<readonly FolderCommit[]>;
  /** A file's text in a commit; null where it was not there. */
  readCommit?(id: string, path: string): Promise<string | null>;
  /** The branches of its git repository but for the one that is checked out, the latest first; absent where the folder cannot tell. */
  branches?(): Promise<readonly FolderBranch[]>;
  /** Makes a proposal of what a branch changes of its files, which then waits in it. */
  proposeBranch?(name: string): Promise<void>;
  /**
   * Calls back after changes by anybody, with the files that were made, changed or removed; null: any may have been. The next
   * call waits for the last one. Answers with a function that stops that. Absent where the disk does not tell of changes.
   */
  watch?(onChange: (paths: readonly string[] | null) => Promise<void>): () => void;
}
