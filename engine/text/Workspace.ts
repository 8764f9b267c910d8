export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the user arranged on the canvas of one file; never part of the YAML. */
export interface Layout {
  /** Top-left corner by task id, in px; relative to the container's content corner for a child of a container. */
  readonly positions: ReadonlyMap<string, Point>;
  /** Ids of containers drawn collapsed. */
  readonly collapsed: ReadonlySet<string>;
  /** In the order they are drawn in: later ones lie over earlier ones. Absent: none. */
  readonly notes?: readonly Note[];
  /** In the order they are drawn in; a task is in one of them at most. Absent: none. */
  readonly frames?: readonly CardFrame[];
  /** Members of a layout file that this version does not know, and notes and frames that it cannot read, as JSON: they are written again. */
  readonly unread?: Readonly<Record<string, unknown>>;
}

/** The colours of notes, by name: each theme has its own for them. */
export const NOTE_COLORS = ['yellow', 'green', 'blue', 'violet', 'red', 'grey'] as const;

export type NoteColor = (typeof NOTE_COLORS)[number];

/** A text on the canvas, which no run knows of. */
export interface Note extends Point {
  readonly id: string;
  /** In px, as are the corner `x`, `y` on the canvas as a whole and `height`. */
  readonly width: number;
  readonly height: number;
  readonly color: NoteColor;
  /** Markdown. */
  readonly text: string;
}

/** A frame around the cards of some tasks outside of containers, which no run knows of. Its place follows from theirs. */
export interface CardFrame {
  readonly id: string;
  /** One line; may be empty. */
  readonly title: string;
  /** Markdown, below the title. */
  readonly text: string;
  readonly color: NoteColor;
  /** Ids of tasks, at least one; one that is not there, or in a container, counts for nothing. */
  readonly tasks: readonly string[];
}

/** Everything the user owns here: texts by path, layouts by the same path. Immutable. */
export interface Workspace {
  readonly files: ReadonlyMap<string, string>;
  readonly layouts: ReadonlyMap<string, Layout>;
}

export const EMPTY_LAYOUT: Layout = { positions: new Map(), collapsed: new Set() };

export const EMPTY_WORKSPACE: Workspace = { files: new Map(), layouts: new Map() };
