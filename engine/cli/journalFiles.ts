import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '../base/index.ts';
import {
  claimJournal,
  describeWriteProblem,
  FencedError,
  type FileJournal,
  GrownJournalError,
  hasBegun,
  hasOwner,
  isServed,
  type JournalClaim,
  type JournalHead,
  JournalReader,
  likenHead,
  outermostJournal,
  type ProcessMark,
} from '../hosts/node/index.ts';
import type { RunError } from '../run/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { cannotStart } from './given/readGiven.ts';
import { describeProblem } from './readFiles.ts';

/** Reads the whole journal that the command line names. */
export async function readJournalFile(io: CommandIo, name: string): Promise<Result<FileJournal, RunError>> {
  return withJournal(io, name, (reader) => {
    const journal = reader.read();
    return Promise.resolve(journal.ok ? journal : err(cannotStart('journal', `${name}: ${journal.error}`)));
  });
}

/** Opens a journal that the command line names, reads its head, and closes it after `work`. */
export async function withJournal<T>(
  io: CommandIo,
  name: string,
  work: (reader: JournalReader, head: JournalHead) => Promise<Result<T, RunError>>,
): Promise<Result<T, RunError>> {
  let reader: JournalReader | null = null;
  try {
    // By the path that its writer knows it by: its checkpoint is next to that.
    reader = new JournalReader(withoutLinks(path.resolve(io.folder, name)));
    const head = reader.readHead();
    if (!head.ok) return err(cannotStart('journal', `${name}: ${head.error}`));
    return await work(reader, head.value);
  } catch (error) {
    return err(cannotStart('journal', `${name}: ${describeProblem(error)}`));
  } finally {
    reader?.close();
  }
}

/** Opens the journal of the command for writing; an exception becomes an error that names it. Throws {@link GrownJournalError}. */
export function attempt<T>(io: CommandIo, name: string, open: () => T): Result<T, RunError> {
  try {
    return ok(open());
  } catch (error) {
    if (error instanceof GrownJournalError) throw error;
    return error instanceof FencedError
      ? err(explainFenced(io, name, error))
      : refuse(name, describeWriteProblem(error));
  }
}

/** That a journal is inside of that of another run, which `option` is for. Throws what the system says. */
export function explainInside(io: CommandIo, name: string, option: '--resume' | '--watch'): string {
  const outermost = outermostJournal(withoutLinks(path.resolve(io.folder, name)));
  const inside = 'This is the journal of a run that another run has started by core:workflow.';
  if (outermost === null) return `${inside} Name the journal of that one.`;
  return `${inside} Name the journal of that one: signalbox run --journal ${path.relative(realpathSync(io.folder), outermost)} ${option}.`;
}

/** Why a process has lost its run: to another process, or since its claim was removed. */
export function explainFenced(io: CommandIo, name: string, { hasOtherLines }: FencedError): RunError {
  const isTaken = hasOtherLines || hasOwner(withoutLinks(path.resolve(io.folder, name)));
  const reason = isTaken
    ? `The run was stopped here: another process has taken over the journal ${name}, since this one was silent for long. It continues there.`
    : `The run was stopped here, because what says that this process executes it was removed from ${name}.lock. Resume it: signalbox run --journal ${name} --resume.`;
  return { code: 'CONFIGURATION_ERROR', message: reason, details: { type: IN_USE, reason } };
}

/** A journal that no other process executes the run of, as long as the claim is held. */
export interface OwnedJournal {
  /** Its path, without links. */
  readonly file: string;
  readonly claim: JournalClaim;
  /** Whether there is something in it that a new run replaces. */
  readonly isOccupied: boolean;
}

/** Takes the journal of a run that is resumed. */
export async function ownRecorded(io: CommandIo, name: string): Promise<Result<OwnedJournal, RunError>> {
  try {
    if (!statSync(path.resolve(io.folder, name)).isFile()) return refuse(name, 'This is not a file.');
  } catch (error) {
    return refuse(name, describeProblem(error));
  }
  return own(io, name);
}

/** Takes the journal of a new run: nothing is written over without `force`. */
export async function ownNew(io: CommandIo, name: string, force: boolean): Promise<Result<OwnedJournal, RunError>> {
  const owned = await own(io, name);
  if (!owned.ok) return owned;
  const { file, claim } = owned.value;
  try {
    const occupant = findOccupant(file);
    const isFree = occupant === null || occupant === 'empty';
    if (isFree || (force && occupant !== 'no file')) return ok({ file, claim, isOccupied: occupant !== null });
    claim.release();
    return refuse(name, OCCUPIED[occupant]);
  } catch (error) {
    claim.release();
    return refuse(name, describeWriteProblem(error));
  }
}

const OCCUPIED = {
  journal: 'There is a run in this file already. Resume it by --resume, name another file, or replace it by --force.',
  torn: 'The journal in this file ends inside line 1: nothing of its run was done. Name another file, or replace it by --force.',
  other:
    'This file is not a journal of Signalbox and is not written over. Name another file, or replace it by --force.',
  'no file': 'This is not a file: a journal is kept in a file.',
} as const;

async function own(io: CommandIo, name: string): Promise<Result<OwnedJournal, RunError>> {
  try {
    const file = withoutLinks(path.resolve(io.folder, name));
    const claimed = await claimJournal(file, {
      delay: (ms) => wait(ms, undefined, { signal: io.signal }),
      onWait: (other) => io.printError(`${name}: looking whether ${describeMark(other)} still executes this run …\n`),
    });
    if (!claimed.ok) return err(inUse(name, claimed.error));
    // A server looks whether the journal has an owner before it takes the run up, and so sees this process.
    if (!isServed(file)) return ok({ file, claim: claimed.value, isOccupied: false });
    claimed.value.release();
    return err(inService(name));
  } catch (error) {
    return refuse(name, describeWriteProblem(error));
  }
}

/** The path of a file, or of one that does not exist yet, by which all processes know it. Throws what the system says. */
export function withoutLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.join(realpathSync(path.dirname(file)), path.basename(file));
  }
}

/** The type in the details of the error that another process executes the run. */
export const IN_USE = 'journal.owner';

/** That the server of the folder executes the run of a journal. */
function inService(name: string): RunError {
  const reason =
    'This run is one of a server (signalbox serve), which executes it. End the server first, or ask it for the run.';
  return { code: 'CONFIGURATION_ERROR', message: `--journal ${name}: ${reason}`, details: { type: IN_USE, reason } };
}

/** That another process executes the run of a journal. */
function inUse(name: string, mark: ProcessMark): RunError {
  const reason = `${describeMark(mark)} executes the run in this journal. It is executed by one process at a time: wait for that one to end, or watch it by --watch.`;
  return { code: 'CONFIGURATION_ERROR', message: `--journal ${name}: ${reason}`, details: { type: IN_USE, reason } };
}

function describeMark({ pid, host }: ProcessMark): string {
  return `Process ${pid}${host === '' ? '' : ` on ${host}`}`;
}

function refuse(name: string, reason: string): Result<never, RunError> {
  return err(cannotStart('journal', `--journal ${name}: ${reason}`));
}

/** How much of a file is looked at to tell what it is, in bytes. */
const BEGINNING = 4096;

/** What is in the place of a file; null: nothing. Throws what the system says. */
function findOccupant(file: string): keyof typeof OCCUPIED | 'empty' | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) return 'no file';
  const text = readBeginning(file);
  const likeness = likenHead(text, hasBegun(file));
  return likeness === 'damaged' ? 'journal' : likeness;
}

/** The beginning of a file, as text. Throws what the system says. */
export function readBeginning(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING);
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, BEGINNING, 0));
  } finally {
    closeSync(handle);
  }
}
