import { randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { PROPOSALS_FOLDER } from '../author/index.ts';
import { type FolderScan, scanFolder } from './scanFolder.ts';
import { isSeen, isServed } from './servedNames.ts';

/** Time between a change and the look at it, in ms: who saves a file touches it several times. */
const REST = 40;

/** How often it is looked without being told, in ms: disks of a network tell nothing. */
const EVERY = 2000;

/** Most folders that are watched; those beyond are found by looking. */
const MOST_WATCHED = 1000;

/**
 * A name with an ending that no workflow has: a log that grows need not be looked at. A folder of such a name is found later. Of what is
 * hidden only proposals and the folders that hold them count.
 */
function isOther(place: string): boolean {
  if (place === PROPOSALS_FOLDER || PROPOSALS_FOLDER.startsWith(`${place}/`)) return false;
  const name = place.split('/').at(-1) ?? '';
  return !isServed(place) && (!place.split('/').every(isSeen) || /.\.[^.]+$/.test(name));
}

/** What changed since a version. */
export interface FolderChanges {
  /** Names the present state; of no meaning to others. */
  readonly version: string;
  /** The files that were made, changed or removed; null where that is not known, and any may have been. */
  readonly paths: readonly string[] | null;
  /** True while the folder itself is not there. */
  readonly isGone: boolean;
}

/** Follows what other programs do to the workflows, layouts and proposals of a folder. */
export class FolderWatch {
  readonly #root: string;
  /** Two processes that serve a folder one after the other count from 0. */
  readonly #epoch = randomUUID();
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #waiting = new Set<() => void>();
  /** By path: the count of the last change. */
  readonly #changed = new Map<string, number>();
  #scan: FolderScan = { marks: new Map(), proposals: new Map(), folders: [], refused: [] };
  #count = 0;
  /** The count since which single changes are known. */
  #known = 0;
  #isGone = false;
  #isClosed = false;
  #looking: Promise<void> | null = null;
  #isStale = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  readonly #timer = setInterval(() => void this.look(), EVERY).unref();

  private constructor(root: string) {
    this.#root = root;
  }

  /** Begins to follow a folder. Rejects where it cannot be read. @param root its path without links */
  static async open(root: string): Promise<FolderWatch> {
    const scan = await scanFolder(root);
    const made = new FolderWatch(root);
    made.#scan = scan;
    made.#watchFolders(scan.folders);
    return made;
  }

  /** What the last look found, and its version. */
  get present(): { readonly version: string; readonly scan: FolderScan; readonly isGone: boolean } {
    return { version: this.#version, scan: this.#scan, isGone: this.#isGone };
  }

  get #version(): string {
    return `${this.#epoch}.${this.#count}`;
  }

  /** Looks now; one look at a time, and one more where it was asked for meanwhile. Never rejects. */
  look(): Promise<void> {
    if (this.#looking) this.#isStale = true;
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = null;
      if (!this.#isStale) return;
      this.#isStale = false;
      void this.look();
    });
    return this.#looking;
  }

  /** What changed since a version that this or another process gave out. */
  changesSince(version: string): FolderChanges {
    const [epoch, given] = version.split('.');
    const count = epoch === this.#epoch ? Number(given) : Number.NaN;
    const isKnown = count >= this.#known && count <= this.#count;
    const paths = isKnown ? [...this.#changed].flatMap(([name, at]) => (at > count ? [name] : [])) : null;
    return { version: this.#version, paths, isGone: this.#isGone };
  }

  /** As {@link changesSince}, once there are any; after `most` ms, or once the signal aborts, also without. */
  async waitForChanges(version: string, signal: AbortSignal, most: number): Promise<FolderChanges> {
    if (this.#isClosed || this.#isGone || version !== this.#version) return this.changesSince(version);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => end(), most);
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting.delete(end);
        resolve();
      };
      signal.addEventListener('abort', end);
      this.#waiting.add(end);
      if (signal.aborted) end();
    });
    return this.changesSince(version);
  }

  /** Ends the watch, and every wait for changes. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#rest);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    for (const end of this.#waiting) end();
  }

  async #lookOnce(): Promise<void> {
    const before = this.#scan;
    const scan = await scanFolder(this.#root).catch(() => null);
    if (this.#isClosed) return;
    if (scan === null) {
      if (!this.#isGone) this.#tellAll(true);
      return;
    }
    this.#scan = scan;
    this.#watchFolders(scan.folders);
    // Of what was made in a new folder before it was watched, nothing tells.
    const known = new Set(before.folders);
    if (scan.folders.some((folder) => !known.has(folder))) this.#isStale = true;
    if (this.#isGone) {
      this.#tellAll(false);
      return;
    }
    const paths = [...findChanged(before.marks, scan.marks), ...findChanged(before.proposals, scan.proposals)];
    if (paths.length === 0) return;
    this.#count += 1;
    for (const changed of paths) this.#changed.set(changed, this.#count);
    this.#wake();
  }

  /** The folder went away, or came back: any file may be another one. */
  #tellAll(isGone: boolean): void {
    this.#isGone = isGone;
    this.#count += 1;
    this.#known = this.#count;
    this.#changed.clear();
    this.#wake();
  }

  #wake(): void {
    for (const end of this.#waiting) end();
  }

  #watchFolders(folders: readonly string[]): void {
    const wanted = new Set(folders.slice(0, MOST_WATCHED));
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#watchFolder(folder);
  }

  #watchFolder(folder: string): void {
    const drop = (): void => {
      this.#watchers.get(folder)?.close();
      this.#watchers.delete(folder);
    };
    const below = path.relative(this.#root, folder).split(path.sep).join('/');
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (this.#isClosed || (name !== null && isOther(path.posix.join(below, name)))) return;
        this.#rest ??= setTimeout(() => {
          this.#rest = undefined;
          void this.look();
        }, REST);
      });
      watcher.on('error', drop);
      this.#watchers.set(folder, watcher);
    } catch {
      // The system gives no more watches, or the folder is gone: it is looked at all the same.
      drop();
    }
  }
}

function findChanged(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name));
}
