import type { Choice, Entry, Fork, Piece } from '../pieces/Piece.ts';

/** Why one place has two answers. */
export type ConflictKind =
  /** One value, changed on both sides. */
  | 'value'
  /** Changed on one side, gone on the other. */
  | 'gone'
  /** Two parts with one id, added on both sides. */
  | 'added'
  /** Parts at one place of a list whose order counts. */
  | 'order'
  /** A task that each side moved elsewhere. */
  | 'place';

/** A conflict as it is found: its path by keys and ids. */
export interface FoundConflict {
  readonly kind: ConflictKind;
  readonly path: readonly string[];
  readonly base: readonly (Entry | Piece)[];
  readonly ours: readonly (Entry | Piece)[];
  readonly theirs: readonly (Entry | Piece)[];
  /** Whether both answers together mean something. */
  readonly hasBoth: boolean;
}

/** A task of one of the texts, and the id of the container it is in; empty at the top. */
export interface PlacedTask {
  readonly entry: Entry;
  readonly container: string;
}

/** The tasks of a text by id, wherever they are. */
export type PlacedTasks = ReadonlyMap<string, PlacedTask>;

/** What is known while three texts are joined. */
export class Joining {
  readonly conflicts: FoundConflict[] = [];
  readonly base: PlacedTasks;
  readonly ours: PlacedTasks;
  readonly theirs: PlacedTasks;

  /** Whether a key says which task is the first; else the first in the list is. */
  readonly hasStart: boolean;
  /** Whether a task is in one container here and in another there: then lists of tasks are merged even where one side has them as they were. */
  readonly hasMoves: boolean;
  /** The conflicts about where a task is, which show in two lists. */
  readonly #places = new Map<string, number>();

  constructor({ base, ours, theirs, hasStart }: Pick<Joining, 'base' | 'ours' | 'theirs' | 'hasStart'>) {
    this.base = base;
    this.ours = ours;
    this.theirs = theirs;
    this.hasStart = hasStart;
    this.hasMoves = [...ours].some(([id, { container }]) =>
      [base, theirs].some((other) => (other.get(id)?.container ?? container) !== container),
    );
    this.hasMoves ||= [...theirs].some(([id, { container }]) => (base.get(id)?.container ?? container) !== container);
  }

  /** A value with two answers. */
  choose(path: readonly string[], found: Omit<Choice, 'kind' | 'conflict'>, kind: ConflictKind = 'value'): Choice {
    const sides = { base: toList(found.base), ours: toList(found.ours), theirs: toList(found.theirs) };
    return { kind: 'choice', conflict: this.#add({ kind, path, ...sides, hasBoth: found.both !== null }), ...found };
  }

  /** Parts that depend on a choice. */
  fork(path: readonly string[], kind: ConflictKind, found: Omit<Fork, 'kind' | 'conflict'>): Fork {
    const { base, ours, theirs, both } = found;
    return { kind: 'fork', conflict: this.#add({ kind, path, base, ours, theirs, hasBoth: both !== null }), ...found };
  }

  /** A task that is in one list or in another; the same conflict in both. */
  forkPlace(
    name: string,
    path: readonly string[],
    found: Pick<Fork, 'base' | 'ours' | 'theirs'>,
    kind: ConflictKind = 'place',
  ): Fork {
    const conflict = this.#places.get(name) ?? this.#add({ kind, path, ...found, hasBoth: false });
    this.#places.set(name, conflict);
    return { kind: 'fork', conflict, ...found, both: null };
  }

  #add(conflict: FoundConflict): number {
    return this.conflicts.push(conflict) - 1;
  }
}

function toList(piece: Piece | null): readonly Piece[] {
  return piece === null ? [] : [piece];
}
