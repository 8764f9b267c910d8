import path from 'node:path';
import { childFolder } from '../../../hosts/node/index.ts';
import { Lanes, Slots } from '../../Lanes.ts';
import type { EventPage } from '../../RunService.ts';
import { type MaskOf, RecordedEvents } from './RecordedEvents.ts';

/** How many journals are open at most, and for how long after they were read, in ms. */
const MOST_OPEN = 8;
const PATIENCE = 15_000;

/** A journal that is open, and that no one reads. */
interface IdleJournal {
  readonly events: RecordedEvents;
  readonly expires: NodeJS.Timeout;
}

/**
 * Events of runs from their journals, page by page. A journal that was read stays open for who reads on, until others are
 * wanted; where all are being read, one waits.
 */
export class EventPages {
  readonly #maskOf: MaskOf;
  readonly #files = new Lanes();
  readonly #open = new Slots(MOST_OPEN);
  /** By file, the one that was read longest ago first. */
  readonly #idle = new Map<string, IdleJournal>();
  /** How often it was told to let go of a journal: what is being read then may be of that one. */
  #forgotten = 0;
  #isClosed = false;

  constructor(maskOf: MaskOf) {
    this.#maskOf = maskOf;
  }

  /** Events of a journal after a position. Rejects with what is wrong with the journal. */
  read(file: string, page: { readonly after: number; readonly limit: number }): Promise<EventPage> {
    return this.#files.take(file, () => this.#open.take(() => this.#read(file, page)));
  }

  /** Lets go of a journal that is no longer there, and of those below it; what is being read of it is read to its end. */
  forget(journal: string): void {
    this.#forgotten += 1;
    for (const file of this.#idle.keys())
      if (file === journal || file.startsWith(`${childFolder(journal)}${path.sep}`)) this.#takeIdle(file)?.close();
  }

  /** Closes all journals, those that are being read once that is done. */
  close(): void {
    this.#isClosed = true;
    for (const file of this.#idle.keys()) this.#takeIdle(file)?.close();
  }

  async #read(file: string, page: { readonly after: number; readonly limit: number }): Promise<EventPage> {
    if (this.#isClosed) throw new Error('Events can no longer be read: the service has ended.');
    const forgotten = this.#forgotten;
    const events = this.#take(file, page.after);
    let isKept = false;
    try {
      const read = await events.read(page);
      isKept = !this.#isClosed && forgotten === this.#forgotten;
      return read;
    } finally {
      if (isKept) {
        const expires = setTimeout(() => this.#takeIdle(file)?.close(), PATIENCE).unref();
        this.#idle.set(file, { events, expires });
      } else events.close();
    }
  }

  /** The reader of a file, which is no longer idle: one that was open and reaches a position, or a new one. */
  #take(file: string, after: number): RecordedEvents {
    const found = this.#takeIdle(file);
    if (found?.reaches(after) === true) return found;
    found?.close();
    for (const idle of this.#idle.keys())
      if (this.#idle.size + this.#open.taken > MOST_OPEN) this.#takeIdle(idle)?.close();
    return new RecordedEvents(file, this.#maskOf);
  }

  #takeIdle(file: string): RecordedEvents | undefined {
    const found = this.#idle.get(file);
    clearTimeout(found?.expires);
    this.#idle.delete(file);
    return found?.events;
  }
}
