import type { RunInputDraft } from '../../../../driver/index.ts';
import { isRepeatable } from '../../../../effects/index.ts';
import type { Call } from '../../../../run/index.ts';
import type { Performed } from '../../contract.ts';
import type { RowCall } from '../Arrival.ts';
import type { AwaitedTimers } from '../AwaitedTimers.ts';

/** How many calls a row has at most, until when after its beginning it continues, in ms, and how large its outcomes may be, in characters. */
const MOST = { calls: 64, time: 100, size: 1024 * 1024 } as const;

/** Feeds the machine, and keeps what follows until the row ends. Answers with the call that is all there is to do besides timers; null: there is other, or none. */
export type FeedRow = (input: RunInputDraft, at: number) => Call | null;

/**
 * Calls in a row that one step records: those that reach nothing, so that no one can tell whether they are made again after a
 * crash. The attempt that makes them feeds the machine meanwhile, since one call follows from the outcome of another; an attempt that
 * finds them recorded feeds the same.
 */
export class CallRow {
  readonly #feed: FeedRow;
  readonly #timers: AwaitedTimers;
  /** Nothing but one call is waited for: what follows from its outcome depends on nothing else. */
  #isAllowed = false;
  /** How many of the row's outcomes this attempt has fed. */
  #fed = 0;

  constructor(feed: FeedRow, timers: AwaitedTimers) {
    this.#feed = feed;
    this.#timers = timers;
  }

  /** Whether a call that is waited for now may begin a row. */
  allow(isAlone: boolean): void {
    this.#isAllowed = isAlone;
  }

  /** Whether a call may be the first of a row. */
  canBegin(call: Call): boolean {
    return this.#isAllowed && isRepeatable(call);
  }

  /** Continues after a call that was made, for as long as one follows alone. Answers with all of them. */
  async make(first: RowCall, perform: (call: Call) => Promise<Performed>): Promise<readonly RowCall[]> {
    const row = [first];
    const until = first.at + MOST.time;
    let made = first;
    let size = 0;
    for (;;) {
      const next = this.#take(made);
      size += JSON.stringify(made.outcome).length;
      const isEnough = row.length === MOST.calls || size > MOST.size || this.#isLate(made.at, until);
      if (next === null || !isRepeatable(next) || isEnough) return row;
      const performed = await perform(next);
      if (!('outcome' in performed)) throw new RangeError(`The call ${next.key} has no outcome`);
      made = { key: next.key, at: performed.at, outcome: performed.outcome };
      row.push(made);
    }
  }

  /** Feeds what a row has recorded, where this attempt has not. */
  end(row: readonly RowCall[]): void {
    for (const made of row.slice(this.#fed)) this.#take(made);
    this.#fed = 0;
  }

  #take({ key, at, outcome }: RowCall): Call | null {
    this.#fed += 1;
    return this.#feed({ type: 'effect.completed', key, outcome }, at);
  }

  #isLate(now: number, until: number): boolean {
    const { next } = this.#timers;
    return now >= until || (next !== null && next <= now + MOST.time);
  }
}
