import type { RepeatPolicy } from '../../../driver/index.ts';
import type { Call } from '../../../run/index.ts';

/** Who decides whether calls that were cut off are made again, in a run and in those that it has started. */
export interface Repeats {
  readonly policy: RepeatPolicy;
  /** Whether a call is made again; null where no one can be asked. */
  readonly ask: (call: AskedCall) => Promise<boolean | null>;
}

/** A call of which no one knows whether it arrived. */
export interface AskedCall {
  readonly call: Call;
  /** When it was made last, in ms since the epoch. */
  readonly sentAt: number;
}
