import { closeSync, constants, fdatasyncSync, fstatSync, openSync, truncateSync, writeSync } from 'node:fs';
import type { RunInput, RunStarted } from '../../../run/index.ts';
import { digestSources } from '../../Checkpoint.ts';
import type { Proof } from '../../EventDigest.ts';
import { nextLink, sealRun } from '../../RunSeal.ts';
import { removeCheckpoint, writeCheckpoint } from './checkpointFile.ts';
import type { RunJournal } from './RunJournal.ts';
import { JOURNAL_FORMAT, type JournalHead, type JournalPlace } from './readJournal.ts';

/** What says whether this process may still write. */
export interface Fence {
  readonly isHeld: boolean;
  release(): void;
}

/** Another process has taken the journal over: nothing may be done for the run here any more. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** The journal is not as this process left it. */
export class LostJournalError extends Error {
  override readonly name = 'LostJournalError';
}

const APPEND = constants.O_RDWR | constants.O_APPEND;
const CREATE = APPEND | constants.O_CREAT;

/**
 * Begins a journal in a file that must not exist yet; with `replaces`, in place of all that is in it. Its head is sealed with
 * what the run is made of, and each line has the digest of itself and of all lines before it: what is changed later is
 * noticed, and where. Head and start are one write, so that there is no run without its start.
 */
export function createJournal(
  file: string,
  head: JournalHead & { readonly start: RunStarted },
  { fence, replaces = false }: { readonly fence: Fence; readonly replaces?: boolean },
): JournalFile {
  const handle = openSync(file, CREATE | (replaces ? constants.O_TRUNC : constants.O_EXCL), 0o600);
  const begin: JournalPlace = { offset: 0, last: 0, line: 0, link: '', head: '', epoch: 1, fences: [], inputs: 0 };
  const journal = new JournalFile({ file, handle, head, end: begin, fence });
  removeCheckpoint(file);
  journal.write({ format: JOURNAL_FORMAT, ...head, seal: sealRun(head) }, 1);
  return journal;
}

/**
 * Opens a journal to append to it. `end`: where its last whole line ends; what follows is cut off. A line says that this
 * process owns it from here on: what the owner before it may still add afterwards does not count.
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
  const journal = new JournalFile({ file, handle, head, end, fence });
  journal.takeOver(proof);
  return journal;
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

  /** Adds the line that begins an epoch, right behind what was read. */
  takeOver(proof: Proof): void {
    const epoch = this.#end.epoch + 1;
    const before = this.#end;
    do {
      // The owner before may have added a line since: it learns that it lost the journal before it does anything for that line.
      this.#end = before;
      truncateSync(this.#file, before.offset);
      this.write({ epoch, proof, inputs: [] }, 0);
    } while (this.#end.last !== before.offset);
    const fences = before.link === null ? before.fences : [...before.fences, before.link];
    this.#end = { ...this.#end, epoch, fences };
  }

  /**
   * Adds a line that has as many inputs; answers with its bytes. Looks before and after whether the journal is still that of
   * this process. A process that takes over first takes the claim away and then reads: so it reads this line, or is seen here.
   */
  write(value: object, inputs: number): number {
    this.#check();
    const { line, link } = this.#end;
    const text = JSON.stringify(value);
    const next = link === null ? null : nextLink(link, text);
    const bytes = Buffer.from(next === null ? `${text}\n` : `{"hash":"${next}",${text.slice(1)}\n`);
    // Late lines of an earlier owner may have come before it.
    const last = fstatSync(this.#handle).size;
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#handle, bytes, written);
    fdatasyncSync(this.#handle);
    if (!this.#fence.isHeld) throw this.#fenced();
    const end = { offset: last + bytes.length, last, line: line + 1, link: next, inputs: this.#end.inputs + inputs };
    this.#end = { ...this.#end, ...end, head: line === 0 ? next : this.#end.head };
    return bytes.length;
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

  finish(): void {
    try {
      removeCheckpoint(this.#file);
    } catch {
      // As above.
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

  #fenced(): FencedError {
    return new FencedError(`Another process has taken over the run in ${this.#file}`);
  }
}
