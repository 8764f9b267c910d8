import { closeSync, fstatSync, openSync } from 'node:fs';
import { err, ok, type Result } from '../../base/index.ts';
import { digestSources } from '../Checkpoint.ts';
import type { RecordedJournal, StoredJournal } from '../restoreRun.ts';
import { type FilePlace, readCheckpointOf } from './checkpointFile.ts';
import { type FileJournal, hashOf, type JournalHead, readHead, readRecords } from './readJournal.ts';
import { readLines } from './readLines.ts';

/** An open journal, which may be larger than the longest string. Methods that read throw errors of the file system. */
export class JournalReader {
  readonly #file: string;
  readonly #handle: number;
  #head: { readonly value: JournalHead; readonly end: FilePlace } | null = null;
  #end: FilePlace | null = null;

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
    const head = readHead(line?.text);
    if (!head.ok || line === undefined) return head;
    this.#head = { value: head.value, end: { offset: line.end, last: 0, line: 1, link: hashOf(line.text) } };
    return head;
  }

  /** Reads the whole journal. */
  read(): Result<FileJournal, string> {
    const head = this.readHead();
    if (!head.ok) return head;
    const records = this.#readFrom(null);
    return records.ok ? ok({ ...head.value, ...records.value }) : records;
  }

  /** The journal with its checkpoint; the rest is read on request. Throws before `readHead`. */
  get stored(): StoredJournal {
    if (this.#head === null) throw new Error('The head of the journal was not read.');
    const { path, source, files } = this.#head.value;
    const checkpoint = readCheckpointOf(this.#file, this.#handle);
    return {
      checkpoints: checkpoint === null ? [] : [checkpoint.text],
      workflow: digestSources(path, source, files),
      read: (from) => {
        const read = this.#readFrom(from === 0 ? null : (checkpoint?.place ?? null));
        return Promise.resolve(
          read.ok ? read : err({ code: 'CONFIGURATION_ERROR', message: read.error, details: null }),
        );
      },
    };
  }

  /** The end of the last whole line that was read. */
  get end(): FilePlace {
    if (this.#end === null) throw new Error('The journal was not read.');
    return this.#end;
  }

  close(): void {
    closeSync(this.#handle);
  }

  #readFrom(place: FilePlace | null): Result<RecordedJournal, string> {
    const start = place ?? this.#head?.end;
    if (start === undefined) throw new Error('The head of the journal was not read.');
    let end = start;
    const handle = this.#handle;
    function* texts(): Generator<string> {
      for (const { text, offset, end: next } of readLines(handle, start?.offset)) {
        end = { offset: next, last: offset, line: end.line + 1, link: end.link === null ? null : hashOf(text) };
        yield text;
      }
    }
    const records = readRecords(texts(), start);
    this.#end = end;
    return records;
  }
}
