import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { RunHead } from '../../common/prepareStart.ts';
import { toEventPage } from '../../common/ReplayedEvents.ts';
import { UnreadableError } from '../../errors.ts';
import type { EventPage, ServedRun } from '../../RunService.ts';
import { viewBelow } from '../controlRun.ts';
import type { LocalParts } from '../load.ts';
import { maskerOf } from '../openRun.ts';
import type { RunFiles } from '../RunFiles.ts';
import { hasEnded, toServedRun } from '../rows/RunRow.ts';
import { EventPages } from './EventPages.ts';
import { readView } from './RecordedEvents.ts';

/** The runs of a state folder as whoever asks may see them. Methods reject with an {@link UnreadableError} where what is kept of a run cannot be read. */
export class RunReader {
  readonly #parts: LocalParts;
  readonly #pages: EventPages;

  constructor(parts: LocalParts) {
    this.#parts = parts;
    this.#pages = new EventPages((run) => maskerOf(run, parts.given));
  }

  /** The whole run; null where there is none. */
  async get(runId: string): Promise<ServedRun | null> {
    const { index, dispatcher, files, given } = this.#parts;
    const row = index.get(runId);
    if (row === null) {
      const root = index.rootOf(runId);
      return root === null ? null : viewBelow(this.#parts, runId, root);
    }
    const run = toServedRun(dispatcher.present(row));
    if (row.large === undefined) return run;
    const kept = files.ends.read(runId);
    if (kept !== null) return { ...run, ...kept };
    try {
      const { view } = await readView(files.journalOf(runId), (one) => maskerOf(one, given));
      return { ...run, output: view.output, error: view.error };
    } catch (error) {
      throw UnreadableError.ofJournal(runId, error);
    }
  }

  /** As `events` of the port. */
  async events(runId: string, asked: { readonly after: number; readonly limit: number }): Promise<EventPage | null> {
    const { dispatcher } = this.#parts;
    const file = this.#fileOf(runId);
    if (file === null) return null;
    if (dispatcher.isQueued(runId)) return NOTHING_YET;
    const page = { ...asked, after: Math.max(0, asked.after) };
    const kept = (await dispatcher.live(runId)?.eventsAfter(page.after, page.limit)) ?? null;
    try {
      return kept === null ? await this.#pages.read(file, page) : toEventPage(kept, false);
    } catch (error) {
      if (this.#isBeginning(runId)) return NOTHING_YET;
      throw UnreadableError.ofJournal(runId, error);
    }
  }

  /** As `journal` of the port. */
  async journal(runId: string): Promise<AsyncIterable<string> | null> {
    const file = this.#fileOf(runId);
    if (file === null) return null;
    if (this.#parts.dispatcher.isQueued(runId)) return NO_LINES;
    try {
      return await readChunks(file);
    } catch (error) {
      if (this.#isBeginning(runId)) return NO_LINES;
      throw UnreadableError.ofJournal(runId, error);
    }
  }

  /** A run is gone: another one may have its id. */
  forget(runId: string): void {
    this.#pages.forget(this.#parts.files.journalOf(runId));
  }

  /** Nothing is read any more. */
  close(): void {
    this.#pages.close();
  }

  #fileOf(runId: string): string | null {
    const { index, files } = this.#parts;
    const root = index.rootOf(runId);
    if (root !== null) return files.journalBelow(runId, root);
    return index.get(runId) === null ? null : files.journalOf(runId);
  }

  /** Whether a run, or the one around it, is being executed here, so that its journal may be about to be made. */
  #isBeginning(runId: string): boolean {
    const { index, dispatcher } = this.#parts;
    const row = index.get(index.rootOf(runId) ?? runId);
    return row !== null && !hasEnded(row) && dispatcher.live(row.id) !== null;
  }
}

const NOTHING_YET: EventPage = { events: [], isLast: false };

const NO_LINES: AsyncIterable<string> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/** A text file as it is now, in chunks. Rejects with what the system says, before the first chunk is asked for. */
async function readChunks(file: string): Promise<AsyncIterable<string>> {
  const handle = await open(file, 'r');
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('It is not a file.');
    return readUpTo(file, found.size);
  } finally {
    await handle.close();
  }
}

async function* readUpTo(file: string, size: number): AsyncIterable<string> {
  if (size === 0) return;
  for await (const chunk of createReadStream(file, { encoding: 'utf8', end: size - 1 })) yield String(chunk);
}

/** Throws an {@link UnreadableError} where it cannot be read what a run was started with. */
export function readHead(files: RunFiles, id: string, isQueued: boolean): RunHead {
  try {
    const head = files.readHead(id, isQueued);
    if (head.ok) return head.value;
    throw new Error(head.error);
  } catch (error) {
    throw UnreadableError.ofJournal(id, error);
  }
}
