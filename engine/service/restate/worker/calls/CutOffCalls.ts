import {
  giveUp,
  planResumption,
  type RepeatPolicy,
  type RunInputDraft,
  type TrackedRun,
} from '../../../../hosts/node/index.ts';
import type { Call } from '../../../../run/index.ts';
import type { Attempt } from '../Arrival.ts';

/** What is done with calls by the invocation of a run. */
export interface CallHands {
  readonly feed: (input: RunInputDraft, at: number) => void;
  /** It is no longer under way. */
  readonly forget: (key: string) => void;
  readonly start: (call: Call) => void;
  /** Makes a call again whose intent is recorded; `again`: as in {@link CutOffCalls.decide}. */
  readonly perform: (call: Call, again: Attempt | null) => void;
}

/** The calls of a run that were cut off: it is not known whether they arrived. */
export class CutOffCalls {
  readonly #tracked: TrackedRun;
  readonly #policy: RepeatPolicy;
  readonly #hands: CallHands;
  /** Calls about which a person is asked, by key. */
  readonly #asked: Set<string>;
  /** Calls whose intent was recorded before, by key. */
  readonly #repeated = new Set<string>();

  constructor(
    {
      tracked,
      policy,
      asked,
    }: { readonly tracked: TrackedRun; readonly policy: RepeatPolicy; readonly asked: readonly string[] },
    hands: CallHands,
  ) {
    this.#tracked = tracked;
    this.#policy = policy;
    this.#asked = new Set(asked);
    this.#hands = hands;
  }

  get asked(): ReadonlySet<string> {
    return this.#asked;
  }

  /** Whether the intent of a call was recorded before. */
  isRepeated(key: string): boolean {
    return this.#repeated.has(key);
  }

  /** The intent of a call is recorded already. */
  repeat(key: string): void {
    this.#repeated.add(key);
  }

  /** A person is asked about a call, or about those of the run that it has started. */
  ask(key: string): void {
    this.#asked.add(key);
  }

  /** Nothing is to be decided about a call any more. */
  drop(key: string): void {
    this.#asked.delete(key);
  }

  /** A call was cut off: makes it again, gives up on it, or leaves it to a person. `again`: null for one that another invocation has made. */
  decide(key: string, at: number, again: Attempt | null): void {
    const { feed, forget, perform } = this.#hands;
    const plan = planResumption(this.#tracked, { cause: 'lost', policy: this.#policy, continuesRuns: true });
    const [interrupted, ...others] = plan.inputs;
    if (interrupted !== undefined) feed(interrupted, at);
    const own = others.find((input) => 'key' in input && input.key === key);
    const call = plan.again.get(key);
    if (plan.asked.has(key)) {
      forget(key);
      this.#asked.add(key);
      feed({ type: 'run.paused', reason: 'interrupted' }, at);
    } else if (own !== undefined && call === undefined) {
      forget(key);
      feed(own, at);
    } else if (call !== undefined) {
      this.#repeated.add(key);
      feed(own ?? { type: 'effect.repeated', key, by: 'safe' }, at);
      perform(call, again);
    }
  }

  /** A person says of all whether they are made again; those of a run that a call has started, which `isBelow` tells, are decided there. */
  answer(repeat: 'yes' | 'no' | null, at: number, isBelow: (key: string) => boolean): void {
    const { feed, start } = this.#hands;
    const asked = this.#tracked.pending.calls.filter(({ call }) => this.#asked.has(call.key));
    this.#asked.clear();
    for (const { call } of asked) {
      const { key } = call;
      if (isBelow(key)) continue;
      if (repeat === 'no') feed(giveUp(this.#tracked, call), at);
      else {
        this.#repeated.add(key);
        feed({ type: 'effect.repeated', key, by: 'person' }, at);
        start(call);
      }
    }
  }
}
