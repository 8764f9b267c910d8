import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { err, ok, type Result } from '../../../base/index.ts';
import { digestSources } from '../../../driver/index.ts';
import type { RecordedJournal, StoredJournal } from '../../restoreRun.ts';
import { readCheckpointOf, type StoredCheckpoint } from './checkpointFile.ts';
import { explainEnd, type JournalPlace } from './explainDamage.ts';
import { type FileJournal, type JournalHead, placeAfterHead, readHead, readRecords } from './readJournal.ts';
import { readLines } from './readLines.ts';

/** How much of a file without a line end is looked at, in bytes. */
const BEGINNING = 4096;

/** An open journal, which may be larger than what fits into one text. Methods that read throw what the system says. */
export class JournalReader {
  readonly #file: string;
  readonly #handle: number;
  #head: { readonly value: JournalHead; readonly end: JournalPlace } | null = null;
  #end: JournalPlace | null = null;

  /** Throws errors of the file system. */
  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, 'r');
    if (fstatSync(this.#handle).isFile()) return;
    this.close();
    throw new Error('This is not a file.');
  }

  /** Reads the first line: what the journal records about its run. */
  readHead(): Result<JournalHead, string> {
    const line = readLines(this.#handle).next().value ?? undefined;
    const head = readHead(line, line === undefined ? this.#readBeginning() : '');
    if (!head.ok || line === undefined) return head;
    this.#head = { value: head.value, end: placeAfterHead(line, head.value) };
    return head;
  }

  /** Reads the whole journal. */
  read(): Result<FileJournal, string> {
    const head = this.readHead();
    if (!head.ok) return head;
    const records = this.#readAll(readCheckpointOf(this.#file, this.#handle));
    return records.ok ? ok({ ...head.value, ...records.value }) : records;
  }

  /** What was added since the last call; at first all of it. The head must have been read. */
  readAdded(): Result<RecordedJournal['inputs'], string> {
    const { value, end } = this.#known;
    const isFirst = this.#end === null;
    const records = this.#readFrom(this.#end ?? end);
    if (!records.ok) return records;
    return ok(isFirst && value.start !== null ? [value.start, ...records.value.inputs] : records.value.inputs);
  }

  /** The journal with its checkpoint, as far as each is read: the head must have been. */
  get stored(): StoredJournal {
    const { path, source, files } = this.#known.value;
    const checkpoint = readCheckpointOf(this.#file, this.#handle);
    const isValid = checkpoint?.isValid === true;
    return {
      checkpoints: isValid ? [checkpoint.text] : [],
      workflow: digestSources(path, source, files),
      read: (from) => {
        const read = from > 0 && isValid ? this.#readFrom(checkpoint.place) : this.#readAll(checkpoint);
        return Promise.resolve(
          read.ok ? read : err({ code: 'CONFIGURATION_ERROR', message: read.error, details: null }),
        );
      },
    };
  }

  /** Where the last whole line ends that was read. */
  get end(): JournalPlace {
    if (this.#end === null) throw new Error('The journal was not read.');
    return this.#end;
  }

  close(): void {
    closeSync(this.#handle);
  }

  get #known(): { readonly value: JournalHead; readonly end: JournalPlace } {
    if (this.#head === null) throw new Error('The head of the journal was not read.');
    return this.#head;
  }

  #readAll(checkpoint: StoredCheckpoint | null): Result<RecordedJournal, string> {
    const { value, end } = this.#known;
    const records = this.#readFrom(end);
    if (!records.ok) return records;
    const { line, head } = this.end;
    if (checkpoint !== null && checkpoint.place.head === head && checkpoint.place.line > line)
      return err(explainEnd(this.end, checkpoint.place.line));
    const { inputs, proofs } = records.value;
    return ok({ inputs: value.start === null ? inputs : [value.start, ...inputs], proofs });
  }

  #readFrom(place: JournalPlace): Result<RecordedJournal, string> {
    const records = readRecords(readLines(this.#handle, place.offset), place);
    if (records.ok) this.#end = records.value.end;
    return records;
  }

  #readBeginning(): string {
    const bytes = Buffer.alloc(BEGINNING);
    return bytes.toString('utf8', 0, readSync(this.#handle, bytes, 0, BEGINNING, 0));
  }
}
