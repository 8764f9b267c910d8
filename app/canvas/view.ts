import { useSyncExternalStore } from 'react';
import type { ExitName, Point } from '#engine';

/** Where a picked task goes. */
export type PickPlace =
  | { readonly kind: 'after'; readonly source: string; readonly via: ExitName }
  | { readonly kind: 'edge'; readonly edgeId: string }
  | { readonly kind: 'free'; readonly parent: string | null };

export interface PickRequest {
  readonly place: PickPlace;
  /** Client coordinates, px: where the list opens. */
  readonly at: Point;
  /** On the canvas as a whole: where the card goes when places are kept. */
  readonly point: Point;
}

/** What passes on the canvas and nobody keeps: what a drag would drop on, which list is open. */
export interface CanvasView {
  readonly dropEdge: string | null;
  readonly dropFrame: string | null;
  readonly pick: PickRequest | null;
}

const EMPTY: CanvasView = { dropEdge: null, dropFrame: null, pick: null };
const listeners = new Set<() => void>();
let view = EMPTY;

/** Reads what passes; components are drawn again only when what they select changes. */
export function useCanvasView<T>(select: (view: CanvasView) => T): T {
  return useSyncExternalStore(listen, () => select(view));
}

/** Changes what passes. */
export function setCanvasView(change: Partial<CanvasView>): void {
  view = { ...view, ...change };
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
