import { useSyncExternalStore } from 'react';
import type { Point } from '#engine';
import type { ExitName } from '#engine/edit';
import { createExternalStore } from '../../ui/index.ts';

/** Where a picked task goes. */
export type PickPlace =
  | {
      readonly kind: 'after';
      readonly source: string;
      readonly via: ExitName;
      /** Id of the line that leads there from now on, instead of one more. */
      readonly instead?: string;
    }
  | { readonly kind: 'edge'; readonly edgeId: string }
  | { readonly kind: 'free'; readonly parent: string | null };

export interface PickRequest {
  readonly place: PickPlace;
  /** Client coordinates, px: where the list opens. */
  readonly at: Point;
  /** On the canvas as a whole: where the card goes when places are kept. */
  readonly point: Point;
}

/** A question about tasks that are drawn, asked next to them. */
export interface Ask {
  readonly kind: 'connect' | 'replace' | 'group' | 'move';
  /** Ids of the nodes it is about, in document order; the first is the one for questions about one. */
  readonly ids: readonly string[];
  /** Client coordinates, px: where the list opens. */
  readonly at: Point;
}

/** Where dragged cards would be if they were dropped. */
export interface DropPreview {
  /** Why they may not; null when they may. */
  readonly reason: string | null;
  /** The place between two cards of a list, on the canvas as a whole; null where the order does not follow from places. */
  readonly slot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  /** Position of the text, on the canvas as a whole. */
  readonly at: Point;
  /** What would happen, as a message. */
  readonly text: string;
}

/** Transient state of the canvas, never stored: what a drag would drop on, which list is open. */
export interface CanvasView {
  readonly dropEdge: string | null;
  readonly dropFrame: string | null;
  readonly drop: DropPreview | null;
  readonly pick: PickRequest | null;
  readonly ask: Ask | null;
  /** The note that is written in. */
  readonly note: string | null;
  /** The frame whose title and text are written. */
  readonly frame: string | null;
  /** Where the card was that was selected last: a walk by keys begins there. */
  readonly last: Point | null;
  /** Documents whose notice of what is shown differently was closed, as long as the page lasts. */
  readonly closedNotices: ReadonlySet<string>;
}

const EMPTY: CanvasView = {
  dropEdge: null,
  dropFrame: null,
  drop: null,
  pick: null,
  ask: null,
  note: null,
  frame: null,
  last: null,
  closedNotices: new Set(),
};
const passing = createExternalStore(EMPTY);

/** Reads what passes; components are drawn again only when what they select changes. */
export function useCanvasView<T>(select: (view: CanvasView) => T): T {
  return useSyncExternalStore(passing.subscribe, () => select(passing.get()));
}

/** What passes now. */
export function canvasView(): CanvasView {
  return passing.get();
}

/** Changes what passes. */
export function setCanvasView(change: Partial<CanvasView>): void {
  passing.set({ ...passing.get(), ...change });
}
