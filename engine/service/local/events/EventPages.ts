import path from 'node:path';
import { childFolder } from '../../../hosts/node/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import { type MaskOf, RecordedEvents } from './RecordedEvents.ts';

/** How many journals are open at most, and for how long after they were read, in ms. */
const MOST_OPEN = 8;
const PATIENCE = 15_000;

interface OpenReader {
  readonly file: string;
  readonly events: RecordedEvents;
  /** Somebody reads by it. */
  isBusy: boolean;
  isEnded: boolean;
  expires: NodeJS.Timeout | undefined;
}

/**
 * Events of runs from their journals, page by page. A journal that was read stays open for who reads on, until others are
 * wanted; where all are being read, one waits.
 */
export class EventPages {
  readonly #maskOf: MaskOf;
  /** By file, the one that was read longest ago first. */
  readonly #open = new Map<string, OpenReader>();
  #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(maskOf: MaskOf) {
    this.#maskOf = maskOf;
  }

  /** Events of a journal after a position, and whether the run has ended with them. Rejects with what is wrong with the journal. */
  async read(
    file: string,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<{ readonly events: readonly RunEvent[]; readonly isLast: boolean }> {
    const reader = await this.#take(file, after);
    try {
      const events = await reader.events.read(after, limit);
      const isLast = reader.events.isOver((events.at(-1)?.seq ?? after - 1) + 1);
      this.#giveBack(reader);
      return { events, isLast };
    } catch (error) {
      this.#end(reader);
      throw error;
    }
  }

  /** Lets go of a journal that is no longer there, and of those below it; what is being read of it is read to its end. */
  forget(journal: string): void {
    for (const reader of this.#open.values())
      if (reader.file === journal || reader.file.startsWith(`${childFolder(journal)}${path.sep}`)) {
        if (reader.isBusy) this.#open.delete(reader.file);
        else this.#end(reader);
      }
  }

  /** Closes all journals, those that are being read once that is done. */
  close(): void {
    this.#isClosed = true;
    for (const reader of this.#open.values()) if (!reader.isBusy) this.#end(reader);
    this.#wake();
  }

  /** A reader that no one else reads by until it is given back. */
  async #take(file: string, after: number): Promise<OpenReader> {
    for (;;) {
      if (this.#isClosed) throw new Error('Events are read no more: the service has ended.');
      const found = this.#open.get(file);
      const isAhead = found?.events.reaches(after) === false;
      const isFree = found?.isBusy !== true && (found !== undefined || this.#makeRoom());
      if (isFree) {
        if (found !== undefined && isAhead) this.#end(found);
        const reader = found === undefined || isAhead ? this.#begin(file) : found;
        clearTimeout(reader.expires);
        reader.isBusy = true;
        return reader;
      }
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
  }

  #begin(file: string): OpenReader {
    const events = new RecordedEvents(file, this.#maskOf);
    const reader = { file, events, isBusy: false, isEnded: false, expires: undefined };
    this.#open.set(file, reader);
    return reader;
  }

  #giveBack(reader: OpenReader): void {
    reader.isBusy = false;
    if (this.#isClosed || this.#open.get(reader.file) !== reader) return this.#end(reader);
    this.#open.delete(reader.file);
    this.#open.set(reader.file, reader);
    reader.expires = setTimeout(() => this.#end(reader), PATIENCE).unref();
    this.#wake();
  }

  /** Whether another journal may be opened; closes one that no one reads for it. */
  #makeRoom(): boolean {
    if (this.#open.size < MOST_OPEN) return true;
    const idle = [...this.#open.values()].find(({ isBusy }) => !isBusy);
    if (idle !== undefined) this.#end(idle);
    return idle !== undefined;
  }

  #end(reader: OpenReader): void {
    if (reader.isEnded) return;
    reader.isEnded = true;
    clearTimeout(reader.expires);
    if (this.#open.get(reader.file) === reader) this.#open.delete(reader.file);
    reader.events.close();
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
