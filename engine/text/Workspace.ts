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
}

/** Everything the user owns here: texts by path, layouts by the same path. Immutable. */
export interface Workspace {
  readonly files: ReadonlyMap<string, string>;
  readonly layouts: ReadonlyMap<string, Layout>;
}

export const EMPTY_LAYOUT: Layout = { positions: new Map(), collapsed: new Set() };

export const EMPTY_WORKSPACE: Workspace = { files: new Map(), layouts: new Map() };
