import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '../../base/index.ts';
import {
  childFolder,
  claimJournal,
  createJournal,
  describeWriteProblem,
  type Fence,
  hasBegun,
  isFullDisk,
  type JournalClaim,
  type JournalFile,
  JournalReader,
  OWNER,
  type ProcessMark,
  type SealedLine,
} from '../../hosts/node/index.ts';
import type { RunHead } from '../common/prepareStart.ts';
import { DiskReserve, removeCheckpoints, removeDrafts } from './disk/DiskReserve.ts';
import { explainLink, findLink } from './disk/findLink.ts';
import { EndFiles } from './rows/EndFiles.ts';

const ENDING = '.jsonl';

/** Why a state folder cannot be opened, in words; `isOwned`: another process has it. */
export interface OpenRefusal {
  readonly message: string;
  readonly isOwned: boolean;
}

/**
 * The files of a state folder that one process owns:
 *
 * | path | what it is |
 * |---|---|
 * | `owner.lock/` | which process owns the folder (decision 35) |
 * | `runs/ID.jsonl` | the journal of a run, with checkpoint and children next to it as of `signalbox run --journal` |
 * | `queued/ID.jsonl` | a journal of one line: a run that has not begun |
 * | `index.jsonl` | {@link RunIndex} |
 * | `ends/ID.json` | {@link EndFiles} |
 * | `removed/ID.jsonl` | the journal of a run that is being removed |
 * | `reserve` | {@link DiskReserve} |
 * | `kv/`, `memory/` | as of `signalbox run --state` |
 */
export class RunFiles {
  readonly folder: string;
  /** What says whether this process still owns the folder, and so may write to any journal in it. */
  readonly fence: Fence;
  readonly ends: EndFiles;
  readonly reserve: DiskReserve;
  readonly #claim: JournalClaim;

  private constructor(folder: string, claim: JournalClaim) {
    this.folder = folder;
    this.#claim = claim;
    this.ends = new EndFiles(path.join(folder, 'ends'));
    this.reserve = new DiskReserve(folder);
    this.fence = {
      get isHeld() {
        return claim.isHeld;
      },
      release: () => undefined,
    };
  }

  /** Takes a folder, which is made where it is missing. The error says in words why it cannot be used, or who has it. */
  static async open(given: string, onWait: (other: ProcessMark) => void): Promise<Result<RunFiles, OpenRefusal>> {
    try {
      const link = findLink(given);
      if (link !== null) return err({ message: explainLink(given, link), isOwned: false });
      for (const name of ['runs', 'queued']) mkdirSync(path.join(given, name), { recursive: true, mode: 0o700 });
      const folder = realpathSync(given);
      const claimed = await claimFolder(folder, onWait);
      if (claimed.ok) {
        removeDrafts(folder);
        return ok(new RunFiles(folder, claimed.value));
      }
      const { pid, host } = claimed.error;
      const message = `Process ${pid}${host === '' ? '' : ` on ${host}`} serves the runs in ${folder}. A state folder has one server: end that one, or name another folder by --state.`;
      return err({ message, isOwned: true });
    } catch (error) {
      const message = `The state folder ${given} cannot be used. ${describeWriteProblem(error)}`;
      return err({ message, isOwned: false });
    }
  }

  get indexFile(): string {
    return path.join(this.folder, 'index.jsonl');
  }

  journalOf(id: string): string {
    return path.join(this.folder, 'runs', id + ENDING);
  }

  /** The journal of a run that another one has started. */
  journalBelow(id: string, root: string): string {
    return path.join(childFolder(this.journalOf(root)), id + ENDING);
  }

  /** The ids of runs that have begun, and of those that have not. What was begun in a queue by a crash counts as begun. */
  scan(): { readonly begun: ReadonlySet<string>; readonly queued: ReadonlySet<string> } {
    const begun = new Set(listRuns(path.join(this.folder, 'runs')).filter((id) => this.#dropTorn(this.journalOf(id))));
    const queued = new Set(
      listRuns(path.join(this.folder, 'queued')).filter((id) => this.#dropTorn(this.#queuedOf(id))),
    );
    for (const id of queued)
      if (begun.has(id)) {
        this.removeQueued(id);
        queued.delete(id);
      }
    return { begun, queued };
  }

  /** Begins the journal of a run. `line`: its first line, where that was made. Where that fails, nothing of it is left. Throws what the system says. */
  begin(head: RunHead, line?: SealedLine | null): JournalFile {
    return this.#create(this.journalOf(head.start.runId), head, line);
  }

  /** Keeps a run that has not begun. Takes and throws as `begin`. */
  queue(head: RunHead, line?: SealedLine | null): void {
    this.#create(this.#queuedOf(head.start.runId), head, line).close();
  }

  /** What a run was started with; null where that cannot be read. */
  readStart(id: string, isQueued: boolean): RunHead | null {
    try {
      const head = this.readHead(id, isQueued);
      return head.ok ? head.value : null;
    } catch {
      return null;
    }
  }

  /** The ids of the runs below a run, at any depth. */
  listBelow(id: string): readonly string[] {
    const folder = childFolder(this.journalOf(id));
    return existsSync(folder) ? listRuns(folder) : [];
  }

  /** What a run was started with; the error says what is wrong with its file. Throws what the system says. */
  readHead(id: string, isQueued: boolean): Result<RunHead, string> {
    return readStart(isQueued ? this.#queuedOf(id) : this.journalOf(id));
  }

  removeQueued(id: string): void {
    rmSync(this.#queuedOf(id), { force: true });
  }

  /** Bytes of a journal. Throws what the system says. */
  sizeOf(id: string): number {
    return statSync(this.journalOf(id)).size;
  }

  /** Removes what can be missed. */
  makeRoom(): void {
    removeCheckpoints(this.folder);
  }

  /** Whether the folder takes files, and the whole reserve; throws what the system says where it does not. */
  probe(): void {
    const file = path.join(this.folder, 'probe');
    const handle = openSync(file, 'w', 0o600);
    try {
      writeSync(handle, Buffer.alloc(4096));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
      rmSync(file, { force: true });
    }
    this.reserve.hold();
  }

  /** A text for whoever asks, without the place of the folder. */
  hidePlaces(text: string): string {
    return text.replaceAll(this.folder + path.sep, '');
  }

  /** Lets go of the folder. */
  close(): void {
    this.#claim.release();
  }

  #queuedOf(id: string): string {
    return path.join(this.folder, 'queued', id + ENDING);
  }

  /** Removes a file without a whole first line: its start was never answered. Answers whether it stays, as one does that cannot be read. */
  #dropTorn(file: string): boolean {
    try {
      if (hasBegun(file)) return true;
    } catch {
      // Its run is shown with what the system says, and the others continue.
      return true;
    }
    rmSync(file);
    return false;
  }

  #create(file: string, head: RunHead, line?: SealedLine | null): JournalFile {
    const wasThere = existsSync(file);
    try {
      return createJournal(file, head, { fence: this.fence, line: line ?? undefined });
    } catch (error) {
      if (!wasThere) tryRemove(file);
      throw error;
    }
  }
}

/** Takes a folder; on a full disk in the room of the reserve, which whoever has the folder takes again. */
async function claimFolder(
  folder: string,
  onWait: (other: ProcessMark) => void,
): Promise<Result<JournalClaim, ProcessMark>> {
  const claim = (): Promise<Result<JournalClaim, ProcessMark>> =>
    claimJournal(path.join(folder, OWNER), { delay: (ms) => wait(ms), onWait });
  try {
    return await claim();
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    new DiskReserve(folder).spend();
    return claim();
  }
}

/** The ids of the journals in a folder. Throws what the system says. */
function listRuns(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((file) => (file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : []));
}

function tryRemove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What is left has no whole line, and is removed at the next start.
  }
}

function readStart(file: string): Result<RunHead, string> {
  const reader = new JournalReader(file);
  try {
    return readStarted(reader);
  } finally {
    reader.close();
  }
}

/** What a run was started with; the error says what is wrong with its journal. Throws what the system says. */
export function readStarted(reader: JournalReader): Result<RunHead, string> {
  const head = reader.readHead();
  if (!head.ok) return head;
  const { start } = head.value;
  return start === null ? err('The journal is of an earlier version of Signalbox.') : ok({ ...head.value, start });
}
