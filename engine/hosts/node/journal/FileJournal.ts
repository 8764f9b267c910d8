import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { digestSources, type Proof } from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';
import { giveUpCheckpoint, isFullDisk, removeCheckpoint, removeDraft, writeCheckpoint } from './checkpointFile.ts';
import type { JournalPlace } from './explainDamage.ts';
import { FencedError, GrownJournalError, LostJournalError } from './journalErrors.ts';
import type { Rest, RunJournal } from './RunJournal.ts';
import type { JournalHead } from './readJournal.ts';
import { readLines } from './readLines.ts';
import { type BegunHead, type SealedLine, sealHead, sealLine, sealLineInSteps } from './sealLine.ts';

/** What says whether this process may still write. */
export interface Fence {
  readonly isHeld: boolean;
  release(): void;
}

const APPEND = constants.O_RDWR | constants.O_APPEND;
const CREATE = APPEND | constants.O_CREAT;

/** How a journal is begun. */
export interface Beginning {
  readonly fence: Fence;
  /** The file may be there: its content goes. */
  readonly replaces?: boolean;
  /** Its first line; absent: it is made. */
  readonly line?: SealedLine | undefined;
}

/**
 * Begins a journal in a file that must not exist yet; with `replaces`, in place of all that is in it. Its head is sealed with
 * what the run is made of, and each line has the digest of itself and of all lines before it: what is changed later is
 * noticed, and where. Head and start are one write, so that there is no run without its start. Throws as {@link JournalFile}.
 */
export function createJournal(
  file: string,
  head: BegunHead,
  { fence, replaces = false, line = sealHead(head) }: Beginning,
): JournalFile {
  // Nothing is cut by opening it: until the fence was asked, it may be the journal of another process.
  const handle = openSync(file, replaces ? CREATE : CREATE | constants.O_EXCL, 0o600);
  return openWith(handle, () => {
    const journal = new JournalFile({ file, handle, head, end: BEGINNING, fence });
    journal.begin(line);
    return journal;
  });
}

const BEGINNING: JournalPlace = {
  offset: 0,
  last: 0,
  line: 0,
  link: '',
  before: null,
  head: '',
  epoch: 1,
  fences: [],
  inputs: 0,
  until: 0,
};

/** Opens a journal by a handle, which is closed where that fails. */
function openWith(handle: number, open: () => JournalFile): JournalFile {
  try {
    return open();
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/**
 * Opens a journal to append to it. `end`: where its last line ends that counts; a part of a line after it is cut off. A line
 * says that this process owns it from here on: what the owner before it may still add afterwards does not count. Throws
 * {@link GrownJournalError} where that one added a line since the journal was read, else as {@link JournalFile}.
 */
export function continueJournal(
  file: string,
  {
    head,
    end,
    proof,
    fence,
  }: { readonly head: JournalHead; readonly end: JournalPlace; readonly proof: Proof; readonly fence: Fence },
): JournalFile {
  const handle = openSync(file, APPEND);
  return openWith(handle, () => {
    const journal = new JournalFile({ file, handle, head, end, fence });
    journal.takeOver(proof);
    return journal;
  });
}

interface OpenJournal {
  readonly file: string;
  readonly handle: number;
  readonly head: JournalHead;
  readonly end: JournalPlace;
  readonly fence: Fence;
}

/**
 * A journal that is written to a file: each input is on the disk before `append` returns. Throws what the system says,
 * {@link FencedError} and {@link LostJournalError}.
 */
export class JournalFile implements RunJournal {
  readonly workflow: string;
  readonly #file: string;
  readonly #handle: number;
  readonly #fence: Fence;
  #end: JournalPlace;

  constructor({ file, handle, head: { path, source, files }, end, fence }: OpenJournal) {
    this.#file = file;
    this.#handle = handle;
    this.#end = end;
    this.#fence = fence;
    this.workflow = digestSources(path, source, files);
  }

  get file(): string {
    return this.#file;
  }

  /** What says whether this process may still write: the journals of the runs that this one starts have the same. */
  get fence(): Fence {
    return this.#fence;
  }

  append(inputs: readonly RunInput[], proof: Proof): number {
    return this.write({ proof, inputs }, inputs.length);
  }

  appendInSteps(inputs: readonly RunInput[], proof: Proof, rest: Rest): Promise<number> {
    return this.#writeInSteps({ proof, inputs }, inputs.length, rest);
  }

  /** Adds the first line, in place of all that is in the file. */
  begin(line: SealedLine): void {
    this.#cut(0);
    removeCheckpoint(this.#file);
    this.#check();
    this.#add(line, 1);
  }

  /** Adds the line that begins an epoch, right behind what was read. */
  takeOver(proof: Proof): void {
    const before = this.#end;
    const epoch = before.epoch + 1;
    this.#cutTorn(before.until);
    this.write({ epoch, proof, inputs: [] }, 0);
    // A line came between: it counts, and this one does not.
    if (this.#end.last !== before.until) throw this.#grown();
    const fences = before.link === null ? before.fences : [...before.fences, before.link];
    this.#end = { ...this.#end, epoch, fences };
    this.#dropDraft();
  }

  /** Cuts off what was left of a last line: a part of it, or a blank one. Whole lines that were added are never cut. */
  #cutTorn(from: number): void {
    const added = readLines(this.#handle, from);
    const [first, second] = [added.next().value, added.next().value];
    if (second || (first && !first.text.includes('\0'))) {
      this.#check();
      throw this.#grown();
    }
    if (fstatSync(this.#handle).size > from) this.#cut(from);
  }

  /** The fence is asked right before: what a process cuts that has lost the journal would be lines of the new owner. */
  #cut(offset: number): void {
    this.#check();
    ftruncateSync(this.#handle, offset);
  }

  /**
   * Adds a line that has as many inputs; answers with its bytes. Looks before and after whether the journal is still that of
   * this process. A process that takes over first takes the claim away and then reads: so it reads this line, or is seen here.
   */
  write(value: object, inputs: number): number {
    this.#check();
    return this.#add(sealLine(value, this.#end.link), inputs);
  }

  /** As {@link write}: the line is made in steps, and written at once. */
  async #writeInSteps(value: object, inputs: number, rest: Rest): Promise<number> {
    const sealed = await sealLineInSteps(value, this.#end.link, rest);
    this.#check();
    return this.#add(sealed, inputs);
  }

  #add({ bytes, link }: SealedLine, inputs: number): number {
    // Late lines of an earlier owner may have come before it.
    const last = fstatSync(this.#handle).size;
    this.#put(bytes, last);
    if (!this.#fence.isHeld) throw this.#fenced(bytes.length);
    const offset = last + bytes.length;
    const { line, link: before } = this.#end;
    const end = { offset, until: offset, last, line: line + 1, link, before };
    const head = line === 0 ? link : this.#end.head;
    this.#end = { ...this.#end, ...end, head, inputs: this.#end.inputs + inputs };
    return bytes.length;
  }

  /** Adds bytes durably. On a full disk the checkpoint of the run goes first, and what was added of them is cut off. */
  #put(bytes: Uint8Array, last: number): void {
    try {
      this.#putOnce(bytes);
    } catch (error) {
      if (!isFullDisk(error) || !giveUpCheckpoint(this.#file)) throw error;
      this.#cut(last);
      this.#putOnce(bytes);
    }
  }

  #putOnce(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#handle, bytes, written);
    fdatasyncSync(this.#handle);
  }

  keep(text: string): void {
    // Without hashes nothing proves that a checkpoint belongs to this journal.
    if (this.#end.link === null) return;
    try {
      writeCheckpoint(this.#file, { place: this.#end, text });
    } catch {
      // The journal holds everything; without a checkpoint the run is only slower to reopen.
    }
  }

  /** Of a process that ended while it stored a checkpoint. */
  #dropDraft(): void {
    try {
      removeDraft(this.#file);
    } catch {
      // What is left of it is in the way of nothing.
    }
  }

  finish(): void {
    try {
      removeCheckpoint(this.#file);
    } catch {
      // A checkpoint is a cache: what is left of it is in the way of nothing.
    }
  }

  close(): void {
    closeSync(this.#handle);
    this.#fence.release();
  }

  #check(): void {
    if (!this.#fence.isHeld) throw this.#fenced();
    const { nlink, size } = fstatSync(this.#handle);
    if (nlink === 0) throw new LostJournalError(`${this.#file} was removed while its run was going`);
    if (size < this.#end.offset) throw new LostJournalError(`${this.#file} was cut while its run was going`);
  }

  #grown(): GrownJournalError {
    return new GrownJournalError(`${this.#file} has lines that were added after it was read. Resume the run again.`);
  }

  /** `own`: bytes of the last line that this process added itself. */
  #fenced(own = 0): FencedError {
    return new FencedError(this.#file, fstatSync(this.#handle).size > this.#end.until + own);
  }
}
