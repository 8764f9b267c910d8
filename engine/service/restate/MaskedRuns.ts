import { RecentMap } from '../../base/index.ts';
import type { Vault } from '../../effects/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import {
  analyzeRecorded,
  JOURNAL_FORMAT,
  listRecorded,
  nextLink,
  replay,
  type StartedHead,
  sealRun,
  TrackedRun,
} from '../../hosts/node/index.ts';
import type { RunInput } from '../../run/index.ts';
import { createMasker, masked } from '../common/masked.ts';
import type { GivenToRuns } from '../common/prepareStart.ts';
import { ReplayedEvents } from '../common/ReplayedEvents.ts';
import { toRunHead, toServed } from '../heads.ts';
import { Lanes } from '../Lanes.ts';
import type {
  EventPage,
  OpenWait,
  ServedRun,
  ServedRunHead,
  ServedRunPage,
  ServedRunQuery,
  WorkflowTest,
} from '../RunService.ts';
import { fits } from '../workflowTest.ts';
import type { RunEnd, RunRow } from './messages.ts';
import { openVault } from './openVault.ts';
import {
  type Chunk,
  findStored,
  type ShortEnd,
  type StoredRuns,
  withFamilyStatus,
  withFamilyStatuses,
} from './StoredRuns.ts';

/** How many runs are kept whose events were read last. */
const READERS = 32;

/** How many events are kept behind the place that was read last: who read side by side share a reader. */
const MOST_KEPT = 10_000;

/** The rows of runs, by id. */
type Rows = ReadonlyMap<string, RunRow>;

/** What a run has that has not ended. */
export const NO_END: RunEnd = { output: null, error: null };

/** The runs of a cluster as whoever asks may see them: their secrets are masked, and what runs below one counts for its status. */
export class MaskedRuns {
  readonly #stored: StoredRuns;
  readonly #variables: GivenToRuns['variables'];
  readonly #reading = new Lanes();
  readonly #readers = new RecentMap<string, StoredEvents>(READERS);

  constructor(stored: StoredRuns, variables: GivenToRuns['variables']) {
    this.#stored = stored;
    this.#variables = variables;
  }

  /** Null: there is no run of that id. */
  async find(runId: string): Promise<ServedRun | null> {
    const found = await this.#stored.read(runId);
    if (found === null) return null;
    const row = await withFamilyStatus(runId, found.row, findStored(this.#stored));
    return this.serve(runId, row, found.end);
  }

  /** A row with the end of its run; null while it has none. */
  async serve(runId: string, row: RunRow, end: RunEnd | null): Promise<ServedRun> {
    const vault = end === null ? null : await this.vaultOf(runId);
    return toServed(runId, row, end === null || vault === null ? (end ?? NO_END) : masked(end, vault.mask));
  }

  /** The rows of all runs as they are now. */
  async rows(): Promise<Rows> {
    return withFamilyStatuses(await this.#stored.rows());
  }

  /** Null: the cursor of the query is none. */
  async page(rows: Rows, query: ServedRunQuery): Promise<ServedRunPage | null> {
    const page = pageOf(rows, query);
    if (page === null) return null;
    const { found, next } = page;
    const ends = await this.#stored.shortEnds(found.filter(([, row]) => row.endedAt !== null).map(([id]) => id));
    const heads = found.map(async ([id, row]) =>
      toHead(await this.serve(id, row, ends.get(id)?.end ?? null), ends.get(id)),
    );
    return { runs: await Promise.all(heads), next };
  }

  /** Events after a position; null: there is no run of that id. */
  async events(runId: string, page: { readonly after: number; readonly limit: number }): Promise<EventPage | null> {
    const [found, head] = await Promise.all([this.#stored.read(runId), this.#stored.head(runId)]);
    if (found === null || head === null) return null;
    const after = Math.max(0, page.after);
    const vault = await this.openVault(head);
    return this.#reading.take(runId, () => {
      const known = this.#readers.get(runId);
      const reader = known?.events.reaches(after) === true ? known : new StoredEvents(head, vault);
      this.#readers.set(runId, reader);
      return reader.events.read({ ...page, after }, reader.readInputs(this.#stored, found.row));
    });
  }

  /** Its lines as a file has them, where secrets are placeholders; null: there is no run of that id. */
  async journal(runId: string): Promise<AsyncIterable<string> | null> {
    const [found, head] = await Promise.all([this.#stored.read(runId), this.#stored.head(runId)]);
    if (found === null || head === null) return null;
    return writeJournal(head, this.#stored.chunks(runId, 0, found.row.chunks));
  }

  /** All open waits for a signal, the oldest first; `rows`: those of all runs, which may still be read. */
  async waits(rows: Promise<Rows>, within?: WorkflowTest): Promise<readonly OpenWait[]> {
    const [waits, all] = await Promise.all([this.#stored.waits(), rows]);
    const isMeant = (runId: string): boolean =>
      within?.(all.get(all.get(runId)?.parent?.root ?? runId)?.workflow ?? '') ?? true;
    const open = [...waits]
      .filter(([runId]) => isMeant(runId))
      .flatMap(([runId, list]) => list.map((wait) => ({ ...wait, runId, workflow: all.get(runId)?.workflow ?? '' })));
    return open.sort((a, b) => a.since - b.since);
  }

  /** Null: there is no run of that id. */
  async vaultOf(runId: string): Promise<Vault | null> {
    const head = await this.#stored.head(runId);
    return head === null ? null : this.openVault(head);
  }

  /** The vault of a run, with the secrets of those around it: its data may have them. */
  async openVault({ start, salt }: StartedHead): Promise<Vault> {
    const around = start.parent === undefined ? null : await this.#stored.around(start.runId);
    const names = [...(around?.secrets ?? []), ...listRecorded(start.env, salt)];
    return openVault(this.#variables, [...new Set(names)], salt);
  }
}

/** The events of a run by its inputs. */
class StoredEvents {
  readonly events: ReplayedEvents;
  readonly #start: RunInput & { readonly runId: string };
  #hasBegun = false;
  #chunks = 0;

  constructor(head: StartedHead, vault: Vault) {
    this.events = new ReplayedEvents(head, () => createMasker(vault, undefined), MOST_KEPT);
    this.#start = head.start;
  }

  /** Those that were not read yet; `row`: as the run is now. */
  async *readInputs(stored: StoredRuns, { inputs, chunks }: RunRow): AsyncGenerator<readonly RunInput[], void, void> {
    if (inputs > 0 && !this.#hasBegun) {
      this.#hasBegun = true;
      yield [this.#start];
    }
    for await (const chunk of stored.chunks(this.#start.runId, this.#chunks, chunks)) {
      this.#chunks += 1;
      yield chunk.inputs;
    }
  }
}

/** A run as lists have it; of a large end they have the size alone. */
function toHead(run: ServedRun, short: ShortEnd | undefined): ServedRunHead {
  const head = toRunHead(run);
  return short !== undefined && short.end === null ? { ...head, size: short.size, unread: LARGE } : head;
}

const LARGE = 'Its result is too large for lists. Get the run by its id to see it.';

/** The journal of a run as the command line writes it, line by line: `signalbox run --resume` takes it. */
async function* writeJournal(head: StartedHead, chunks: AsyncIterable<Chunk>): AsyncGenerator<string> {
  let link = '';
  const toLine = (value: object): string => {
    const text = JSON.stringify(value);
    link = nextLink(link, text);
    return `{"hash":"${link}",${text.slice(1)}\n`;
  };
  yield toLine({ format: JOURNAL_FORMAT, ...head, seal: sealRun(head) });
  const tracked = TrackedRun.begin(effectiveWorkflow(analyzeRecorded(head)));
  replay(tracked, [head.start]).next();
  let { proof } = tracked;
  for await (const chunk of chunks) {
    // A line has the proof of what comes before it.
    yield toLine({ proof, inputs: chunk.inputs });
    proof = chunk.proof;
  }
}

type RunEntry = readonly [runId: string, row: RunRow];

/**
 * The runs of a query, the newest first; those of one instant by id. `next`: the cursor of the page after; null: there is none.
 * Null where the cursor of the query is none of these.
 */
function pageOf(
  rows: ReadonlyMap<string, RunRow>,
  { cursor, limit, ...filter }: ServedRunQuery,
): { readonly found: readonly RunEntry[]; readonly next: string | null } | null {
  const after = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && after === null) return null;
  const matching = [...rows]
    .filter(([, row]) => row.parent === null)
    .filter(([, row]) => fits(row, filter))
    .filter((entry) => after === null || compare(after, toPlace(entry)) < 0)
    .sort((a, b) => compare(toPlace(a), toPlace(b)));
  const found = matching.slice(0, limit);
  const last = found.at(-1);
  const hasMore = matching.length > found.length && last !== undefined;
  return { found, next: hasMore ? `${last[1].queuedAt}~${last[0]}` : null };
}

interface PageCursor {
  readonly queuedAt: number;
  readonly runId: string;
}

function toPlace([runId, { queuedAt }]: RunEntry): PageCursor {
  return { runId, queuedAt };
}

function compare(a: PageCursor, b: PageCursor): number {
  if (a.queuedAt !== b.queuedAt) return b.queuedAt - a.queuedAt;
  return a.runId < b.runId ? -1 : a.runId > b.runId ? 1 : 0;
}

/** The place of the last run on the page before; null for what is no cursor. */
function readCursor(cursor: string): PageCursor | null {
  const found = /^(\d+(?:\.\d+)?)~(.+)$/.exec(cursor);
  return found === null ? null : { queuedAt: Number(found[1]), runId: found[2] ?? '' };
}
