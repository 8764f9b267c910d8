import type { ChildReport } from '#engine/run';
import type { InsideRun, InsideStep } from '../../../session/relatedRuns/index.ts';
import type { RowKey } from './StepTree.ts';
import { type OutlineRow, TimelineOutline } from './TimelineOutline.ts';
import type { TimeSpan } from './toBars.ts';

/** A row of the timeline: a step, the rounds of a task, a run that a step started, or a line in place of steps that are not there. */
export type FamilyRow =
  | (OutlineRow & { readonly runId: string })
  | { readonly kind: 'run'; readonly runId: string; readonly depth: number; readonly head: RunHead }
  | { readonly kind: 'note'; readonly runId: string; readonly depth: number; readonly isGone: boolean };

/** One of several runs that the same step started. */
export interface RunHead {
  readonly file: string;
  /** Which of them it is, from 1. */
  readonly number: number;
  /** Whether the call failed that started it. */
  readonly hasFailed: boolean;
  readonly isOpen: boolean;
}

/** The row of a step, or of rounds. */
export interface ShownRow {
  readonly runId: string;
  readonly key: RowKey;
}

/** What is unfolded, and what is known of it. */
export interface FamilyOptions {
  /** By run: what is toggled from its default. */
  readonly toggled: ReadonlyMap<string, ReadonlySet<RowKey>>;
  /** Of several runs that one step started, those that are unfolded. */
  readonly unfolded: ReadonlySet<string>;
  /** A row that shows, whatever of its run holds it. */
  readonly shown: ShownRow | null;
  /** Runs below the outer one that are read, by id; null: no longer kept. */
  readonly inside: ReadonlyMap<string, InsideRun | null>;
}

const NOTHING: ReadonlySet<never> = new Set();

/**
 * The rows of a run and of the runs inside it that are unfolded: below a step that has started one run, that run's own
 * rows; below one that has started several, in retries or as calls of an agent, a row for each. The steps of a run that
 * is not read yet are one row.
 */
export class FamilyOutline {
  readonly #own = new TimelineOutline();
  readonly #below = new Map<string, FamilyOutline>();
  #runId = '';
  #pieces: readonly Piece[] = [];
  #length = 0;
  /** Runs that are unfolded and not read yet. */
  #missing: readonly string[] = [];

  /** Brings it up to a state of the run, as `TimelineOutline.update`. */
  update(run: InsideRun, options: FamilyOptions): void {
    const { toggled, shown } = options;
    const own = toggled.get(run.runId) ?? NOTHING;
    this.#runId = run.runId;
    this.#own.update(run, { toggled: own, shown: shown?.runId === run.runId ? shown.key : null });
    const missing: string[] = [];
    const blocks: Block[] = [];
    for (const id of own) {
      const runs = typeof id === 'number' ? childrenOf(run, id) : [];
      const after = runs.length === 0 ? -1 : this.#own.indexOf(id);
      if (after >= 0) blocks.push({ after, parts: this.#listParts(runs, options, missing) });
    }
    this.#missing = missing;
    this.#listPieces(blocks.sort((one, other) => one.after - other.after));
  }

  /** How many rows there are. */
  get length(): number {
    return this.#length;
  }

  /** Runs that are unfolded and not read yet. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  /** The rows from one index to before another; `depth` of the outermost ones. */
  rows(first: number, last: number, frame: TimeSpan, depth = 0): readonly FamilyRow[] {
    return this.#pieces.flatMap((piece) => {
      const [from, to] = [Math.max(first - piece.start, 0), Math.min(last - piece.start, piece.length)];
      if (from >= to) return [];
      const { own, part } = piece;
      if (part !== null) {
        const inner = depth + 1 + (this.#own.rows(own, own + 1, frame)[0]?.row.depth ?? 0);
        return rowsOf(part, { from, to, frame, depth: inner });
      }
      return this.#own.rows(own + from, own + to, frame, depth).map((row) => ({ ...row, runId: this.#runId }));
    });
  }

  /** The index of a row; -1 where there is none. */
  indexOf(row: ShownRow): number {
    if (row.runId === this.#runId) return this.#toIndex(this.#own.indexOf(row.key));
    for (const { start, part } of this.#pieces) {
      const found = part?.kind === 'steps' ? part.outline.indexOf(row) : -1;
      if (found >= 0) return start + found;
    }
    return -1;
  }

  /** The index of the row that a row is inside of; -1 for the outermost ones. */
  indexAround(index: number): number {
    const piece = this.#pieces.findLast(({ start }) => start <= index);
    if (piece === undefined) return -1;
    const { start, own, part } = piece;
    if (part === null) return this.#toIndex(this.#own.indexAround(own + index - start));
    const inside = part.kind === 'steps' ? part.outline.indexAround(index - start) : -1;
    if (inside >= 0) return start + inside;
    // The steps of one of several runs are below its head.
    return part.kind !== 'head' && part.indent > 0 ? start - 1 : this.#toIndex(own);
  }

  /** The rounds that a step is one of, as `TimelineOutline.roundsOf`. */
  roundsOf({ runId, activation }: InsideStep): RowKey | null {
    return this.#outlineOf(runId)?.roundsOf(activation) ?? null;
  }

  /** Whether a row of a run is open because what shows is inside of it. */
  isHeld(runId: string, key: RowKey): boolean {
    return this.#outlineOf(runId)?.isHeld(key) === true;
  }

  /** What is toggled in a run once one of its rows is opened or closed, as `TimelineOutline.toggledWith`. */
  toggledWith(runId: string, key: RowKey | null): ReadonlySet<RowKey> {
    return this.#outlineOf(runId)?.toggledWith(key) ?? NOTHING;
  }

  #outlineOf(runId: string): TimelineOutline | undefined {
    if (runId === this.#runId) return this.#own;
    for (const below of this.#below.values()) {
      const found = below.#outlineOf(runId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The index of a row of its own among all. */
  #toIndex(own: number): number {
    const piece = this.#pieces.find(
      ({ own: first, part, length }) => part === null && first <= own && own < first + length,
    );
    return piece === undefined ? -1 : piece.start + own - piece.own;
  }

  #listPieces(blocks: readonly Block[]): void {
    const pieces: Piece[] = [];
    let [own, start] = [0, 0];
    const add = (length: number, piece: Pick<Piece, 'own' | 'part'>): void => {
      if (length > 0) pieces.push({ ...piece, start, length });
      start += length;
    };
    for (const { after, parts } of blocks) {
      add(after + 1 - own, { own, part: null });
      own = after + 1;
      for (const part of parts) add(lengthOf(part), { own: after, part });
    }
    add(this.#own.length - own, { own, part: null });
    this.#pieces = pieces;
    this.#length = start;
  }

  #listParts(runs: readonly Child[], options: FamilyOptions, missing: string[]): readonly FamilyPart[] {
    const [only, ...others] = runs;
    if (only !== undefined && others.length === 0) return [this.#toSteps(only.runId, 0, options, missing)];
    return runs.flatMap(({ runId, file, hasFailed }, index): readonly FamilyPart[] => {
      const isOpen = options.unfolded.has(runId);
      const head: FamilyPart = { kind: 'head', runId, head: { file, number: index + 1, hasFailed, isOpen } };
      return isOpen ? [head, this.#toSteps(runId, 1, options, missing)] : [head];
    });
  }

  #toSteps(runId: string, indent: number, options: FamilyOptions, missing: string[]): FamilyPart {
    const run = options.inside.get(runId);
    if (run === undefined) missing.push(runId);
    if (run == null) return { kind: 'note', runId, indent, isGone: run === null };
    const outline = this.#below.get(runId) ?? new FamilyOutline();
    this.#below.set(runId, outline);
    outline.update(run, options);
    missing.push(...outline.missing);
    return { kind: 'steps', runId, indent, outline };
  }
}

type Child = Pick<ChildReport, 'runId' | 'file'> & Pick<RunHead, 'hasFailed'>;

/** What is unfolded below one row. */
interface Block {
  /** Index of the row among those of its run. */
  readonly after: number;
  readonly parts: readonly FamilyPart[];
}

/** Rows that follow each other: of the run itself, from its row `own` on, or a part of what is unfolded below that row. */
interface Piece {
  /** Index of the first row among all. */
  readonly start: number;
  readonly length: number;
  readonly own: number;
  readonly part: FamilyPart | null;
}

type FamilyPart =
  | { readonly kind: 'head'; readonly runId: string; readonly head: RunHead }
  | { readonly kind: 'note'; readonly runId: string; readonly indent: number; readonly isGone: boolean }
  | { readonly kind: 'steps'; readonly runId: string; readonly indent: number; readonly outline: FamilyOutline };

/** The runs that the calls of a step have started, in their order. */
export function childrenOf({ view }: Pick<InsideRun, 'view'>, activation: number): readonly Child[] {
  const effects = view.activations.get(activation)?.effects ?? [];
  return effects.flatMap(({ child, error }) => (child === undefined ? [] : { ...child, hasFailed: error !== null }));
}

function lengthOf(part: FamilyPart): number {
  return part.kind === 'steps' ? part.outline.length : 1;
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly frame: TimeSpan;
  readonly depth: number;
}

function rowsOf(part: FamilyPart, { from, to, frame, depth }: Cut): readonly FamilyRow[] {
  const { kind, runId } = part;
  if (kind === 'head') return [{ kind: 'run', runId, depth, head: part.head }];
  if (kind === 'note') return [{ kind: 'note', runId, depth: depth + part.indent, isGone: part.isGone }];
  return part.outline.rows(from, to, frame, depth + part.indent);
}
