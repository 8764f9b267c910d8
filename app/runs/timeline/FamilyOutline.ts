import type { ChildReport } from '#engine/run';
import type { InsideRun, InsideStep } from '../../session/relatedRuns/index.ts';
import { TimelineOutline } from './TimelineOutline.ts';
import type { TimelineRow, TimeSpan } from './toTimelineRow.ts';

/** A row of the timeline: a step, a run that a step started, or a line in place of steps that are not there. */
export type FamilyRow =
  | { readonly kind: 'step'; readonly runId: string; readonly row: TimelineRow }
  | { readonly kind: 'run'; readonly runId: string; readonly depth: number; readonly head: RunHead }
  | { readonly kind: 'note'; readonly runId: string; readonly depth: number; readonly isGone: boolean };

/** One of several runs that the same step started. */
export interface RunHead {
  readonly file: string;
  /** Which of them it is, from 1. */
  readonly number: number;
  readonly isOpen: boolean;
}

/** What is unfolded, and what is known of it. */
export interface FamilyOptions {
  /** By run: activations that are toggled from their default. */
  readonly toggled: ReadonlyMap<string, ReadonlySet<number>>;
  /** Of several runs that one step started, those that are unfolded. */
  readonly unfolded: ReadonlySet<string>;
  /** A step that shows, whatever container of its run holds it. */
  readonly shown: InsideStep | null;
  /** Runs below the outer one that are read, by id; null: no longer kept. */
  readonly inside: ReadonlyMap<string, InsideRun | null>;
}

const NOTHING: ReadonlySet<number> = new Set();

/**
 * The rows of a run and of the runs inside it that are unfolded: below a step that has started one run, that run's own
 * rows; below one that has started several, in retries or as calls of an agent, a row for each. The steps of a run that
 * is not read yet are one row.
 */
export class FamilyOutline {
  readonly #own = new TimelineOutline();
  readonly #below = new Map<string, FamilyOutline>();
  #runId = '';
  /** In the order of rows. */
  #blocks: readonly Block[] = [];
  #length = 0;
  /** Runs that are unfolded and not read yet. */
  #missing: readonly string[] = [];

  /** Brings it up to a state of the run, as `TimelineOutline.update`. */
  update(run: InsideRun, options: FamilyOptions): void {
    const { toggled, shown } = options;
    const own = toggled.get(run.runId) ?? NOTHING;
    this.#runId = run.runId;
    this.#own.update(run, { toggled: own, shown: shown?.runId === run.runId ? shown.activation : null });
    const missing: string[] = [];
    const blocks: Block[] = [];
    for (const id of own) {
      const after = this.#own.indexOf(id);
      const runs = after < 0 ? [] : childrenOf(run, id);
      if (runs.length > 0) blocks.push({ after, parts: this.#listParts(runs, options, missing) });
    }
    this.#blocks = blocks.sort((one, other) => one.after - other.after);
    this.#missing = missing;
    this.#length = blocks.reduce((sum, { parts }) => sum + lengthOf(parts), this.#own.length);
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
    const rows: FamilyRow[] = [];
    let at = 0;
    const take = (length: number, make: (from: number, to: number) => readonly FamilyRow[]): void => {
      const [from, to] = [Math.max(first - at, 0), Math.min(last - at, length)];
      if (from < to) rows.push(...make(from, to));
      at += length;
    };
    let own = 0;
    const takeOwn = (until: number): void => {
      const begin = own;
      take(until - begin, (from, to) =>
        this.#own
          .rows(begin + from, begin + to, frame, depth)
          .map((row): FamilyRow => ({ kind: 'step', runId: this.#runId, row })),
      );
      own = until;
    };
    for (const { after, parts } of this.#blocks) {
      takeOwn(after + 1);
      const inner = depth + 1 + (this.#own.rows(after, after + 1, frame)[0]?.depth ?? 0);
      for (const part of parts) take(lengthOf([part]), (from, to) => rowsOf(part, { from, to, frame, depth: inner }));
    }
    takeOwn(this.#own.length);
    return rows;
  }

  /** The index of a step's row; -1 where it has none. */
  indexOf({ runId, activation }: InsideStep): number {
    if (runId === this.#runId) {
      const own = this.#own.indexOf(activation);
      return this.#blocks.reduce((sum, { after, parts }) => (after < own ? sum + lengthOf(parts) : sum), own);
    }
    let before = 0;
    for (const { after, parts } of this.#blocks) {
      let at = after + 1 + before;
      for (const part of parts) {
        const found = part.kind === 'steps' ? part.outline.indexOf({ runId, activation }) : -1;
        if (found >= 0) return at + found;
        at += lengthOf([part]);
      }
      before += lengthOf(parts);
    }
    return -1;
  }

  #listParts(runs: readonly Child[], options: FamilyOptions, missing: string[]): readonly Part[] {
    const [only, ...others] = runs;
    if (only !== undefined && others.length === 0) return [this.#toSteps(only.runId, 0, options, missing)];
    return runs.flatMap(({ runId, file }, index): readonly Part[] => {
      const isOpen = options.unfolded.has(runId);
      const head: Part = { kind: 'head', runId, head: { file, number: index + 1, isOpen } };
      return isOpen ? [head, this.#toSteps(runId, 1, options, missing)] : [head];
    });
  }

  #toSteps(runId: string, indent: number, options: FamilyOptions, missing: string[]): Part {
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

type Child = Pick<ChildReport, 'runId' | 'file'>;

/** What is unfolded below one row. */
interface Block {
  /** Index of the row among those of its run. */
  readonly after: number;
  readonly parts: readonly Part[];
}

type Part =
  | { readonly kind: 'head'; readonly runId: string; readonly head: RunHead }
  | { readonly kind: 'note'; readonly runId: string; readonly indent: number; readonly isGone: boolean }
  | { readonly kind: 'steps'; readonly runId: string; readonly indent: number; readonly outline: FamilyOutline };

/** The runs that the calls of a step have started, in their order. */
export function childrenOf({ view }: Pick<InsideRun, 'view'>, activation: number): readonly Child[] {
  return (view.activations.get(activation)?.effects ?? []).flatMap(({ child }) => child ?? []);
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'steps' ? part.outline.length : 1), 0);
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly frame: TimeSpan;
  readonly depth: number;
}

function rowsOf(part: Part, { from, to, frame, depth }: Cut): readonly FamilyRow[] {
  const { kind, runId } = part;
  if (kind === 'head') return [{ kind: 'run', runId, depth, head: part.head }];
  if (kind === 'note') return [{ kind: 'note', runId, depth: depth + part.indent, isGone: part.isGone }];
  return part.outline.rows(from, to, frame, depth + part.indent);
}
