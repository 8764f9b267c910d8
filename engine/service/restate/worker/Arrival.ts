import type { Outcome } from '../../../run/index.ts';
import type { Mail, Performed } from '../messages.ts';

/** What an invocation of a run has waited for. */
export type Arrival =
  /** It is recorded that a call is about to be made. */
  | { readonly type: 'intent'; readonly key: string; readonly at: number; readonly attempt: Attempt }
  | { readonly type: 'call'; readonly key: string; readonly performed: Performed; readonly again: Attempt }
  /** Several calls were made one after the other, from that with the key on. */
  | { readonly type: 'row'; readonly key: string; readonly row: readonly RowCall[] }
  /** A call has not come back yet, and is waited for alongside everything else. */
  | { readonly type: 'slow'; readonly key: string }
  | { readonly type: 'mail'; readonly mail: readonly Mail[] }
  /** There is mail, and no one has listened. */
  | { readonly type: 'bell' }
  | { readonly type: 'timer' }
  /** Nothing but runs that it has started has been waited for, for some time. */
  | { readonly type: 'lull' }
  /** What is recorded is to be written, so that others see it. */
  | { readonly type: 'tick' };

/** A call of a row, and what became of it; `at` in ms since the epoch. */
export interface RowCall {
  readonly key: string;
  readonly at: number;
  readonly outcome: Outcome;
}

/**
 * Whether an attempt of the invocation has recorded the intent of a call itself. One that finds it recorded follows an attempt
 * that was cut off, and does not know whether the call arrived.
 */
export interface Attempt {
  isFirst: boolean;
}
