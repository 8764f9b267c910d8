import type { RunEvent, RunView } from '#engine/run';
import type { ShownRun } from '../../../session/run/index.ts';
import { isHandled } from '../../../session/runSteps/index.ts';
import { MOST_ALONE, type TimelineLine } from './Level.ts';
import type { Rounds, RoundsRow } from './Rounds.ts';
import { type RowKey, StepTree } from './StepTree.ts';
import type { TimeSpan } from './toBars.ts';
import { type TimelineRow, toTimelineRow } from './toTimelineRow.ts';

/** What is shown of a container's inside. */
export interface OutlineOptions {
  /** What is toggled from its default, open or closed. */
  readonly toggled: ReadonlySet<RowKey>;
  /** An activation, or the row of rounds, that shows, whatever holds it. */
  readonly shown: RowKey | null;
}

/** A row: an activation, or all rounds of a task. */
export type OutlineRow =
  | { readonly kind: 'step'; readonly row: TimelineRow }
  | { readonly kind: 'rounds'; readonly row: RoundsRow };

/** Lines of one level. */
interface Lines {
  readonly lines: readonly TimelineLine[];
  /** 0 at the top. */
  readonly depth: number;
  /** The rounds that they are; null where they are what ran inside a container. */
  readonly rounds: Rounds | null;
}

/** Lines that follow each other as rows: from one index of theirs to before another. */
interface Stretch extends Lines {
  readonly from: number;
  readonly to: number;
  /** The index of the first row. */
  readonly start: number;
}

const NOTHING: ReadonlySet<never> = new Set();

/**
 * Which rows the timeline of a run has: every activation in order of start, each open container followed by what ran inside
 * it. Many rounds of a task on one level are one row, which unfolds like a container. An update costs the events since the one before, and
 * what is on view next to rounds; rows are made when they are read.
 */
export class TimelineOutline {
  #run: Pick<ShownRun, 'events' | 'view'> | null = null;
  #view: RunView | null = null;
  #tree: StepTree | null = null;
  /** The event that the run began with, and how many of its events are read. */
  #first: RunEvent | undefined;
  #count = 0;
  #toggled: ReadonlySet<RowKey> = NOTHING;
  /** What holds what shows. */
  #held: ReadonlySet<RowKey> = NOTHING;
  #stretches: Stretch[] = [];
  #length = 0;
  /** The row that was looked for last. */
  #found = -1;

  /** Brings it up to a state of a run: a later one of the same run by what came since, any other one again. */
  update({ events, view }: Pick<ShownRun, 'events' | 'view'>, { toggled, shown }: OutlineOptions): void {
    const isLater = this.#view !== null && events.at(0) === this.#first && events.length >= this.#count;
    this.#run = { events, view };
    this.#view = view;
    let isOther = false;
    if (this.#tree === null || !isLater || events.length < view.eventCount) {
      this.#tree = new StepTree(view);
      isOther = true;
    } else {
      isOther = this.#tree.read(events.slice(this.#count), view, (container) => this.#isShown(container));
    }
    const held = this.#holdersOf(shown);
    if (isOther || toggled !== this.#toggled || !isSameSet(held, this.#held)) {
      this.#toggled = toggled;
      this.#held = held;
      this.#list();
    }
    this.#first = events.at(0);
    this.#count = events.length;
  }

  /** How many rows there are. */
  get length(): number {
    return this.#length;
  }

  /** The rows from one index to before another; `depth` of those at the top. */
  rows(first: number, last: number, frame: TimeSpan, depth = 0): readonly OutlineRow[] {
    const rows: OutlineRow[] = [];
    for (const stretch of this.#stretches) {
      const { start, from, to } = stretch;
      const end = Math.min(last - start + from, to);
      for (let at = Math.max(first - start + from, from); at < end; at += 1) {
        const row = this.#toRow(stretch, at, frame, depth);
        if (row !== null) rows.push(row);
      }
    }
    return rows;
  }

  /** The index of the row of an activation, or of rounds; -1 where it has none. */
  indexOf(key: RowKey): number {
    if (this.#keyAt(this.#found) !== key) this.#found = this.#find(key);
    return this.#found;
  }

  /** The index of the row that a row is inside of; -1 at the top. */
  indexAround(index: number): number {
    const key = this.#keyAt(index);
    const around = key === null ? null : (this.#tree?.around(key) ?? null);
    return around === null ? -1 : this.#find(around);
  }

  /** The rounds that an activation is one of; null where it has a row for itself alone. */
  roundsOf(activation: number): RowKey | null {
    return this.#tree?.roundsOf(activation)?.key ?? null;
  }

  /** Whether a row is open because what shows is inside of it. */
  isHeld(key: RowKey): boolean {
    return this.#held.has(key);
  }

  /**
   * What is toggled once a row is opened, or closed, and all others stay as they are; null: all do. Of a row that is held this is so only
   * as long as it holds nothing that shows.
   */
  toggledWith(key: RowKey | null): ReadonlySet<RowKey> {
    const next = new Set(this.#toggled);
    const turn = (each: RowKey): void => void (next.delete(each) || next.add(each));
    if (key !== null && !this.#held.has(key)) turn(key);
    else for (const each of this.#held) if ((each !== key) !== this.#isOpenByItself(each)) turn(each);
    return next;
  }

  #list(): void {
    this.#stretches = [];
    this.#length = 0;
    this.#listInside(null, 0);
  }

  #listInside(container: number | null, depth: number): void {
    const lines = this.#tree?.levelIn(container)?.lines ?? [];
    const open = [...lines.keys()].filter((index) => {
      const line = lines[index] ?? 0;
      return typeof line === 'number' ? this.#isOpen(line, false) : this.#isOpen(line.key);
    });
    this.#listLines({ lines, depth, rounds: null }, open);
  }

  #listRounds(rounds: Rounds, depth: number): void {
    const open = [...new Set([...this.#toggled, ...this.#held])].flatMap((key) => {
      const place = typeof key === 'number' && this.#isOpen(key) ? rounds.placeOf(key) : -1;
      return place < 0 ? [] : place;
    });
    const inOrder = open.sort((one, other) => one - other);
    this.#listLines({ lines: rounds.list(), depth, rounds }, inOrder);
  }

  /** Adds lines, and below those at some indices what is inside them. */
  #listLines(all: Lines, open: readonly number[]): void {
    let from = 0;
    const addUntil = (to: number): void => {
      if (from < to) this.#stretches.push({ ...all, from, to, start: this.#length });
      this.#length += to - from;
      from = to;
    };
    for (const index of open) {
      addUntil(index + 1);
      const line = all.lines[index];
      if (typeof line === 'number') this.#listInside(line, all.depth + 1);
      else if (line !== undefined) this.#listRounds(line, all.depth + 1);
    }
    addUntil(all.lines.length);
  }

  #toRow({ lines, depth, rounds }: Stretch, at: number, frame: TimeSpan, outer: number): OutlineRow | null {
    const line = lines[at];
    if (line === undefined || this.#view === null) return null;
    if (typeof line === 'object') {
      const place = {
        depth: outer + depth,
        isOpen: this.#isOpen(line.key),
        warnings: this.#countWarnings(line.taskId),
      };
      return { kind: 'rounds', row: line.toRow(place, frame, this.#view) };
    }
    const step = this.#view.activations.get(line);
    if (step === undefined) return null;
    const place = {
      depth: outer + depth,
      round: rounds === null ? null : at + 1,
      childCount: this.#tree?.countIn(line) ?? 0,
      isOpen: this.#isOpen(line, rounds !== null),
      warnings: this.#countWarnings(step.taskId),
      isHandled: this.#run !== null && step.status === 'error' && isHandled(this.#run, step),
    };
    return { kind: 'step', row: toTimelineRow(step, place, frame) };
  }

  #countWarnings(of: string): number {
    return this.#view?.warnings.filter(({ taskId }) => taskId === of).length ?? 0;
  }

  #keyAt(index: number): RowKey | null {
    const stretch = this.#stretches.find(({ start, from, to }) => index >= start && index < start + to - from);
    const line = stretch?.lines[index - stretch.start + stretch.from] ?? null;
    return typeof line === 'object' ? (line?.key ?? null) : line;
  }

  #find(key: RowKey): number {
    const line = typeof key === 'string' ? this.#tree?.roundsBy(key) : key;
    if (line === undefined) return -1;
    const rounds = typeof line === 'number' ? this.#tree?.roundsOf(line) : undefined;
    const parent = typeof line === 'number' ? (this.#tree?.parentOf(line) ?? null) : line.parent;
    const lines = rounds?.list() ?? this.#tree?.levelIn(parent)?.lines ?? [];
    const place = typeof line === 'number' && rounds !== undefined ? rounds.placeOf(line) : lines.indexOf(line);
    const stretch = this.#stretches.find((each) => each.lines === lines && each.from <= place && place < each.to);
    return stretch === undefined ? -1 : stretch.start + place - stretch.from;
  }

  /** Whether what is inside a container is on view: it and all around it are open. */
  #isShown(container: number | null): boolean {
    let at: RowKey | null = container;
    while (at !== null && this.#isOpen(at)) at = this.#tree?.around(at) ?? null;
    return at === null;
  }

  #isOpen(key: RowKey, isRound?: boolean): boolean {
    return this.#held.has(key) || this.#isOpenByItself(key, isRound);
  }

  /** Containers that hold little are open by themselves, but not one for each of many rounds. */
  #isOpenByItself(key: RowKey, isRound?: boolean): boolean {
    if (typeof key === 'string') return this.#toggled.has(key);
    const count = this.#tree?.countIn(key) ?? 0;
    const isSmall = count > 0 && count <= MOST_ALONE && !(isRound ?? this.#tree?.roundsOf(key) !== undefined);
    return isSmall !== this.#toggled.has(key);
  }

  /** What a row is inside of. */
  #holdersOf(key: RowKey | null): ReadonlySet<RowKey> {
    if (key === null) return NOTHING;
    const found = new Set<RowKey>();
    let at = this.#tree?.around(key) ?? null;
    for (; at !== null; at = this.#tree?.around(at) ?? null) found.add(at);
    return found;
  }
}

function isSameSet<Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): boolean {
  return one === other || (one.size === other.size && [...one].every((item) => other.has(item)));
}
