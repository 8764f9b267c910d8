import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Proof } from '../../driver/index.ts';
import type { RunStarted } from '../../run/index.ts';
import type { StoredJournal } from '../restoreRun.ts';
import { CHECKPOINT_ENDINGS } from './journal/checkpointFile.ts';
import { continueJournal, createJournal, type Fence } from './journal/FileJournal.ts';
import { lockFolder } from './journal/JournalClaim.ts';
import { JournalReader } from './journal/JournalReader.ts';
import { FencedError, GrownJournalError } from './journal/journalErrors.ts';
import type { RunJournal } from './journal/RunJournal.ts';
import type { JournalHead } from './journal/readJournal.ts';
import { readLines } from './journal/readLines.ts';

/** The journals of all runs that one outermost run has started, and of those that these have started. Methods throw what a person can read. */
export interface ChildJournals {
  /** Null for a run that has not begun: its journal has no input. */
  readonly find: (runId: string) => FoundChild | null;
  /** Begins the journal of a run with its first input. */
  readonly create: (head: StartedHead) => OpenJournal;
  /** How many runs have begun. */
  readonly count: () => number;
}

/** The first line of a journal with the first input. */
export type StartedHead = JournalHead & { readonly start: RunStarted };

/** The journal of a child run cannot be continued. The message is for a person. */
export class ChildJournalError extends Error {
  override readonly name = 'ChildJournalError';
}

/** The journal of a child run that has begun. */
export interface FoundChild {
  /** Where a person finds it. */
  readonly place: string;
  readonly head: JournalHead;
  readonly stored: StoredJournal;
  /** Opens it to append to it, once `stored` was read. */
  readonly proceed: (proof: Proof) => OpenJournal;
  /** Instead of `proceed`. */
  readonly close: () => void;
}

/** A journal that is written to. */
export interface OpenJournal extends RunJournal {
  readonly close: () => void;
}

const ENDING = '.jsonl';
const CHILDREN = '.children';

/** The folder next to a journal that has the journals of the runs it has started. */
export function childFolder(journal: string): string {
  return journal + CHILDREN;
}

/** All that a journal has next to it, and itself. */
export function journalPlaces(journal: string): readonly string[] {
  const checkpoints = Object.values(CHECKPOINT_ENDINGS).map((ending) => journal + ending);
  return [journal, ...checkpoints, childFolder(journal), lockFolder(journal)];
}

/** The journal of a run that the run of `journal` has started, or that one below it has. */
export function childJournal(journal: string, runId: string): string {
  return path.join(childFolder(journal), runId + ENDING);
}

/** The file in that folder which says that all of them have ended, since the run itself has. */
const SETTLED = 'settled';

/** Notes that a run has ended with all that it started. Without the note they are looked at once more. */
export function noteSettled(journal: string): void {
  try {
    mkdirSync(childFolder(journal), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(childFolder(journal), SETTLED), '');
  } catch {
    // The disk is full, or read only.
  }
}

/** Whether it was noted that a run has ended with all that it started. */
export function hasSettled(journal: string): boolean {
  return existsSync(path.join(childFolder(journal), SETTLED));
}

/** The journal that the journal of a child run is recorded next to, by its path; null for one elsewhere. */
export function outermostJournal(journal: string): string | null {
  const folder = path.dirname(journal);
  return folder.endsWith(CHILDREN) ? folder.slice(0, -CHILDREN.length) : null;
}

/** Journals of child runs in the folder next to that of the outermost run, one file each. Who owns that one owns them. */
export function createChildJournals(journal: string, owner: Fence): ChildJournals {
  const fence: Fence = {
    get isHeld() {
      return owner.isHeld;
    },
    release: () => undefined,
  };
  const folder = childFolder(journal);
  const fileOf = (runId: string): string => childJournal(journal, runId);
  return {
    find: (runId) => findChild(fileOf(runId), fence),
    create: (head) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return createJournal(fileOf(head.start.runId), head, { fence });
    },
    count: () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ENDING)).length : 0),
  };
}

function findChild(file: string, fence: Fence): FoundChild | null {
  if (!existsSync(file)) return null;
  if (!hasBegun(file)) {
    // The process ended while it wrote the first line, or another one that has taken over writes it now.
    if (!fence.isHeld) throw new FencedError(file, false);
    rmSync(file);
    return null;
  }
  const reader = new JournalReader(file);
  const head = reader.readHead();
  if (!head.ok) {
    reader.close();
    throw new ChildJournalError(`${file}: ${head.error}`);
  }
  const proceed = (proof: Proof): OpenJournal => {
    reader.close();
    try {
      return continueJournal(file, { head: head.value, end: reader.end, proof, fence });
    } catch (error) {
      throw error instanceof GrownJournalError ? new ChildJournalError(error.message) : error;
    }
  };
  return { place: file, head: head.value, stored: reader.stored, proceed, close: () => reader.close() };
}

/** Whether a journal has a whole line, which has the first input. Throws what the system says. */
export function hasBegun(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    return readLines(handle).next().done !== true;
  } finally {
    closeSync(handle);
  }
}
