import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import type { Exposure } from '../effects/index.ts';
import { type FileJournal, type JournalHead, JournalReader, readExposure } from '../hosts/node/index.ts';
import type { RunError } from '../run/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { describeProblem } from './readFiles.ts';
import { cannotStart } from './readGiven.ts';

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
    reader = new JournalReader(path.resolve(io.folder, name));
    const head = reader.readHead();
    if (!head.ok) return err(cannotStart('journal', `${name}: ${head.error}`));
    return await work(reader, head.value);
  } catch (error) {
    return err(cannotStart('journal', `${name}: ${describeProblem(error)}`));
  } finally {
    reader?.close();
  }
}

/** Opens a journal for writing; an exception becomes an error that names `what`. */
export function attempt<T>(open: () => T, what: string): Result<T, RunError> {
  try {
    return ok(open());
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = exists
      ? 'This file already holds a run. Continue it with --resume, or name another file.'
      : error instanceof Error
        ? error.message
        : String(error);
    return err(cannotStart('journal', `${what}: ${reason}`));
  }
}

/** The guessable secrets that the run of a journal used; empty without a journal, or where it cannot be read. */
export async function readExposures(io: CommandIo, file: string | null): Promise<Exposure> {
  const journal = file === null ? null : await readJournalFile(io, file);
  return journal?.ok === true ? readExposure(journal.value.inputs) : new Set();
}
