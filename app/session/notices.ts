import { update } from './store.ts';

/** A passing message to the person. */
export interface Notice {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  /** What happened, where, and what to do. */
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const listeners = new Set<(notice: Notice) => void>();

/** Tells the person something; nothing is kept. */
export function notify(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** Shows notices; answers with a function that stops that. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says something to screen readers. The same words twice are said twice. */
export function announce(message: string): void {
  update({ announcement: '' });
  queueMicrotask(() => update({ announcement: message }));
}
