import { markHidden } from '../../ui/markHidden.ts';
import { update } from './store.ts';

/** A passing message to the user. */
export interface Notice {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  /** What happened, where, and what to do. */
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** True: it stays until it is closed, as errors do. */
  readonly stays?: true;
}

const listeners = new Set<(notice: Notice) => void>();

/** Shows the user a message; nothing is kept. Characters that are not seen are marked: a message may hold names from outside. */
export function notify(given: Notice): void {
  const message = given.message.split('\n').map(markHidden).join('\n');
  const notice = message === given.message ? given : { ...given, message };
  for (const listener of listeners) listener(notice);
}

/** Shows notices; answers with a function that stops that. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says something to screen readers. The same words twice are said twice. */
export function announce(message: string): void {
  update({ view: { announcement: '' } });
  queueMicrotask(() => update({ view: { announcement: message } }));
}
