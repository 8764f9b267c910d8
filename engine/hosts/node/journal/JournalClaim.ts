import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf, err, ok, type Result } from '../../../base/index.ts';
import { findProcess, type ProcessMark, readOwnMark } from './ProcessMark.ts';

/** How often an owner shows that it lives, in ms, and after which silence one that cannot be looked up counts as dead. */
const BEAT = 2_000;
export const PATIENCE = 15_000;

/** How long to wait, in ms, until a process that also wants the journal has decided. */
const DECIDING = 5;

export interface ClaimOptions {
  /** Waits some ms. */
  readonly delay: (ms: number) => Promise<void>;
  /** Is notified once before the long wait for a sign of life of a process that cannot be looked up. */
  readonly onWait?: (other: ProcessMark) => void;
  /** Who claims: this process. */
  readonly mark?: ProcessMark;
}

/** The folder next to a journal that says who executes its run. */
export function lockFolder(journal: string): string {
  return `${journal}.lock`;
}

/**
 * Makes this process the only one that executes the run of a journal; the error is the process that does already. Throws what
 * the system says.
 *
 * Each process puts a file of its own, which says in its name whose it is, into a folder next to the journal, and then looks
 * at all others there. Since a process writes before it looks, of two at least one sees the other. Names are never used twice,
 * so that the file of a dead process can be removed at any time without a race. Of several that have not decided yet, the
 * one with the first name waits and the others withdraw.
 */
export async function claimJournal(
  journal: string,
  { delay, onWait, mark = readOwnMark() }: ClaimOptions,
): Promise<Result<JournalClaim, ProcessMark>> {
  const folder = lockFolder(journal);
  for (;;) {
    const claim = new JournalClaim(folder, formatName(mark));
    try {
      const rival = await findDecided({ folder, own: claim.name, mark, delay, onWait });
      // Not confirmed: this process was asleep for so long that another one took it for dead.
      if (rival === null && claim.confirm()) return ok(claim);
      claim.release();
      if (rival !== null) return err(rival.mark);
    } catch (error) {
      claim.release();
      throw error;
    }
  }
}

/** The process that has the journal, or goes before this one; null: there is none. */
async function findDecided(search: Search): Promise<Rival | null> {
  for (;;) {
    const rival = await findRival(search);
    if (rival === null || rival.isOwner || rival.name < search.own) return rival;
    await search.delay(DECIDING);
  }
}

/** The claim of a process that is not known to be dead. */
interface SeenClaim {
  readonly name: string;
  /** False: the process cannot be looked up. */
  readonly isAlive: boolean;
  /** When it last showed that it lives, by the clock of the disk, in ms. */
  readonly shownAt: number;
}

/** The claims to a journal of all processes that are not known to be dead. Throws what the system says. */
export function findClaims(journal: string): readonly SeenClaim[] {
  const folder = lockFolder(journal);
  const own = readOwnMark();
  return readNames(folder).flatMap((name) => {
    const mark = parseName(name);
    const state = mark === null ? 'dead' : findProcess(mark, own);
    const file = state === 'dead' ? null : readFile(path.join(folder, name));
    return file === null ? [] : { name, isAlive: state === 'alive', shownAt: file.shownAt };
  });
}

/** Whether a process claims a journal that lives, as far as can be seen at once. Throws what the system says. */
export function hasOwner(journal: string): boolean {
  return findClaims(journal).length > 0;
}

/** What the process that owns a folder of journals claims in it, in place of each of them: `runs` is a folder next to it. */
export const OWNER = 'owner';

/** Whether a journal is in a folder that a living process owns. Throws what the system says. */
export function isServed(journal: string): boolean {
  const folder = path.dirname(journal);
  return path.basename(folder) === 'runs' && hasOwner(path.join(path.dirname(folder), OWNER));
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The claim of this process to a journal: it lasts until it is released, or taken away by one that found the process dead. */
export class JournalClaim {
  readonly name: string;
  readonly #folder: string;
  readonly #beat: NodeJS.Timeout;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.name = name;
    createIn(folder, name);
    this.#beat = setInterval(() => this.#show(), BEAT);
    this.#beat.unref();
  }

  /** Whether no one has taken it away. Asks the disk each time. */
  get isHeld(): boolean {
    return readFile(path.join(this.#folder, this.name)) !== null;
  }

  /** Marks it as that of the owner; false: it was taken away, also while it was marked. */
  confirm(): boolean {
    const handle = openExisting(path.join(this.#folder, this.name), 'r+');
    if (handle === null) return false;
    writeSync(handle, 'owner\n');
    closeSync(handle);
    return this.isHeld;
  }

  release(): void {
    clearInterval(this.#beat);
    try {
      rmSync(path.join(this.#folder, this.name), { force: true });
      rmdirSync(this.#folder);
    } catch {
      // The claims of others are in the folder, or it cannot be written any more: a dead process claims nothing.
    }
  }

  #show(): void {
    const now = new Date();
    try {
      utimesSync(path.join(this.#folder, this.name), now, now);
    } catch {
      // Taken away: the next write to the journal finds out.
    }
  }
}

/** Another process that claims the journal, and lives. */
interface Rival {
  readonly name: string;
  readonly mark: ProcessMark;
  readonly isOwner: boolean;
}

interface Search {
  readonly folder: string;
  readonly own: string;
  readonly mark: ProcessMark;
  readonly delay: ClaimOptions['delay'];
  readonly onWait: ClaimOptions['onWait'];
}

/** A living process that claims the journal; claims of dead ones are removed. */
async function findRival({ folder, own, mark, delay, onWait }: Search): Promise<Rival | null> {
  const unknown: { readonly name: string; readonly mark: ProcessMark }[] = [];
  for (const name of readdirSync(folder)) {
    const other = name === own ? null : parseName(name);
    if (other === null) continue;
    const state = findProcess(other, mark);
    if (state === 'dead') remove(folder, name);
    else if (state === 'unknown') unknown.push({ name, mark: other });
    else {
      const file = readFile(path.join(folder, name));
      if (file !== null) return { name, mark: other, isOwner: file.isOwner };
    }
  }
  for (const { name, mark: other } of unknown) {
    onWait?.(other);
    const file = await watch(path.join(folder, name), delay);
    if (file !== null) return { name, mark: other, isOwner: file.isOwner };
    remove(folder, name);
  }
  return null;
}

/** Watches a claim for a sign of life; null: there was none. No clock is compared with that of another machine. */
async function watch(file: string, delay: ClaimOptions['delay']): Promise<ClaimFile | null> {
  const first = readFile(file);
  if (first === null) return null;
  for (let waited = 0; waited < PATIENCE; waited += BEAT / 2) {
    await delay(BEAT / 2);
    const now = readFile(file);
    if (now === null || now.shownAt !== first.shownAt) return now;
  }
  return null;
}

interface ClaimFile {
  readonly isOwner: boolean;
  readonly shownAt: number;
}

/** A claim as it is on the disk; null: it is gone. It is opened, since a network disk may answer for its name from a cache. */
function readFile(file: string): ClaimFile | null {
  const handle = openExisting(file, 'r');
  if (handle === null) return null;
  const { size, mtimeMs } = fstatSync(handle);
  closeSync(handle);
  return { isOwner: size > 0, shownAt: mtimeMs };
}

function openExisting(file: string, flags: 'r' | 'r+'): number | null {
  try {
    return openSync(file, flags);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Creates a file in a folder that others may remove as long as it is empty. */
function createIn(folder: string, name: string): void {
  for (let attempts = 100; ; attempts -= 1) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    try {
      closeSync(openSync(path.join(folder, name), 'wx', 0o600));
      return;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempts === 0) throw error;
    }
  }
}

function remove(folder: string, name: string): void {
  rmSync(path.join(folder, name), { force: true });
}

/** A mark as the name of a file, with something that makes it unique. */
function formatName({ pid, start, boot, namespace, host }: ProcessMark): string {
  const parts = [String(pid), start, boot, namespace, host, randomUUID().slice(-12)];
  return parts.map((part) => part.replaceAll(/[^A-Za-z0-9-]/g, '-') || '_').join('.');
}

function parseName(name: string): ProcessMark | null {
  const parts = name.split('.').map((part) => (part === '_' ? '' : part));
  const [pid = '', start = '', boot = '', namespace = '', host = ''] = parts;
  return parts.length === 6 && /^\d+$/.test(pid) ? { pid: Number(pid), start, boot, namespace, host } : null;
}
