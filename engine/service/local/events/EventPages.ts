import type { RunEvent } from '../../../run/index.ts';
import { type MaskOf, RecordedEvents } from './RecordedEvents.ts';

/** How many journals are kept open for who reads on, and for how long after they were read, in ms. */
const MOST_OPEN = 8;
const PATIENCE = 15_000;

interface OpenReader {
  readonly events: RecordedEvents;
  /** Settles once those before have read. */
  turn: Promise<unknown>;
  expires: NodeJS.Timeout;
}

/** Events of runs from their journals, page by page. */
export class EventPages {
  readonly #maskOf: MaskOf;
  readonly #open = new Map<string, OpenReader>();

  constructor(maskOf: MaskOf) {
    this.#maskOf = maskOf;
  }

  /** Events of a journal after a position, and whether the run has ended with them. Rejects with what is wrong with the journal. */
  async read(
    file: string,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<{ readonly events: readonly RunEvent[]; readonly isLast: boolean }> {
    const before = this.#open.get(file);
    const found = before !== undefined && before.events.position <= after ? before : this.#begin(file);
    clearTimeout(found.expires);
    const read = found.turn.then(async () => {
      if (found.events.position > after) return null;
      return { events: await found.events.read(after, limit), isLast: found.events.isOver };
    });
    found.turn = read.catch(() => this.#end(file, found));
    const page = await read;
    found.expires = setTimeout(() => this.#end(file, found), PATIENCE).unref();
    // Another one has read on meanwhile.
    return page ?? this.read(file, { after, limit });
  }

  close(): void {
    for (const [file, reader] of this.#open) this.#end(file, reader);
  }

  #begin(file: string): OpenReader {
    const before = this.#open.get(file);
    if (before !== undefined) void before.turn.then(() => this.#end(file, before));
    const [oldest] = this.#open;
    if (before === undefined && this.#open.size >= MOST_OPEN && oldest !== undefined)
      void oldest[1].turn.then(() => this.#end(...oldest));
    const expires = setTimeout(() => undefined, 0);
    const reader = { events: new RecordedEvents(file, this.#maskOf), turn: Promise.resolve(), expires };
    this.#open.delete(file);
    this.#open.set(file, reader);
    return reader;
  }

  #end(file: string, reader: OpenReader): void {
    clearTimeout(reader.expires);
    if (this.#open.get(file) === reader) this.#open.delete(file);
    reader.events.close();
  }
}
