import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { RunInput } from '../../run/index.ts';
import { digestSources } from '../Checkpoint.ts';
import type { Proof } from '../EventDigest.ts';
import { nextLink, sealRun } from '../RunSeal.ts';
import { type FilePlace, removeCheckpoint, writeCheckpoint } from './checkpointFile.ts';
import { JOURNAL_FORMAT, type JournalHead } from './readJournal.ts';
import type { RunJournal } from './runToEnd.ts';

/**
 * Begins a journal in a file that must not exist yet. Its head is sealed with digests of all parts of the run, and each line
 * has the hash of itself and of all lines before it: later changes are detected, with their line.
 */
export function createJournal(file: string, head: JournalHead): JournalFile {
  const journal = new JournalFile(file, head, { offset: 0, last: 0, line: 0, link: '' });
  journal.open('wx');
  journal.write({ format: JOURNAL_FORMAT, ...head, seal: sealRun({ ...head, start: null }) });
  return journal;
}

/** Opens a journal to append to it. `end`: the end of its last whole line; what follows is truncated. */
export function continueJournal(file: string, head: JournalHead, end: FilePlace): JournalFile {
  const journal = new JournalFile(file, head, end);
  journal.open('r+');
  return journal;
}

/** A journal that is written to a file: each input is on the disk before `append` returns. Throws errors of the file system. */
export class JournalFile implements RunJournal {
  readonly workflow: string;
  readonly #file: string;
  #end: FilePlace;
  #handle = -1;

  constructor(file: string, { path, source, files }: JournalHead, end: FilePlace) {
    this.#file = file;
    this.#end = end;
    this.workflow = digestSources(path, source, files);
  }

  open(flags: 'wx' | 'r+'): void {
    this.#handle = openSync(this.#file, flags, 0o600);
    if (fstatSync(this.#handle).size > this.#end.offset) ftruncateSync(this.#handle, this.#end.offset);
  }

  append(inputs: readonly RunInput[], proof: Proof): number {
    return this.write({ proof, inputs });
  }

  /** Adds a line; answers with its length in bytes. */
  write(value: object): number {
    const { offset, line, link } = this.#end;
    const text = JSON.stringify(value);
    const next = link === null ? null : nextLink(link, text);
    const bytes = Buffer.from(next === null ? `${text}\n` : `{"hash":"${next}",${text.slice(1)}\n`);
    writeSync(this.#handle, bytes, 0, bytes.length, offset);
    fdatasyncSync(this.#handle);
    this.#end = { offset: offset + bytes.length, last: offset, line: line + 1, link: next };
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
  }
}
