import type { ObjectContext } from '@restatedev/restate-sdk';
import {
  giveUp,
  planResumption,
  type RepeatPolicy,
  type RunInputDraft,
  type TrackedRun,
} from '../../../../hosts/node/index.ts';
import { type Call, hasConsequences, startsRun } from '../../../../run/index.ts';
import type { ChildFrame } from '../../messages.ts';
import type { Arrival, Attempt, Awaited } from '../Awaited.ts';
import type { LoadedState } from '../loadRun.ts';
import type { SegmentParts } from '../WorkerPorts.ts';
import { CallRow, type FeedRow, InlineCalls } from './InlineCalls.ts';
import { SentCalls } from './SentCalls.ts';

/** Most calls that the invocation of a run makes itself: further ones are spread over all workers. */
const MOST_INLINE = 4;

/** Steps in the journal of one invocation, after which the next one continues: a replay reads all of them. */
const MOST_STEPS = 1_000;

/** How what concerns its calls reaches the machine of a run. */
export interface CallFeed {
  /** Feeds an input, and does what follows from it. */
  readonly feed: (input: RunInputDraft, at: number) => void;
  readonly feedRow: FeedRow;
  /** What a run takes that a call starts now. */
  readonly frame: () => ChildFrame;
}

/** The calls of a run in one of its invocations: each is made by this one, by one of its own, or by the next one. */
export class PlacedCalls {
  readonly inline: InlineCalls;
  readonly sent: SentCalls;
  readonly row: CallRow;
  /** Calls that were cut off, about which a person is asked, by key: it is not known whether they arrived. */
  readonly asked: Set<string>;
  /** How many steps the journal of the invocation has. */
  steps = 0;
  readonly #held = new Map<string, Call>();
  /** Calls whose intent was recorded before, by key. */
  readonly #repeated = new Set<string>();
  readonly #to: CallFeed;
  readonly #tracked: TrackedRun;
  readonly #policy: RepeatPolicy;

  constructor(
    ctx: ObjectContext,
    { loaded, awaited, to }: { readonly loaded: LoadedState; readonly awaited: Awaited; readonly to: CallFeed },
    { perform, ports: { policy } }: SegmentParts,
  ) {
    this.#tracked = loaded.restored.tracked;
    this.#policy = policy;
    this.#to = to;
    this.row = new CallRow(to.feedRow, awaited.timers);
    this.inline = new InlineCalls(ctx, { perform, row: this.row }, awaited.waits);
    this.sent = new SentCalls(ctx, loaded);
    this.asked = new Set(loaded.row.asked);
  }

  /** The invocation has taken so many steps that another one is to continue. */
  get isOver(): boolean {
    return this.steps >= MOST_STEPS;
  }

  /** Whether calls are under way. */
  get areUnderWay(): boolean {
    return this.inline.count > 0 || this.sent.size > 0;
  }

  /** Keys of those that the next invocation makes. */
  get held(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** Takes up what the invocation before has left; `isBelow`: whether a call has started a run, whose outcome comes by itself. */
  begin({ row, restored: { tracked } }: LoadedState, isBelow: (key: string) => boolean): void {
    const held = new Set(row.held);
    for (const { call, isIntended } of tracked.pending.calls) {
      const { key } = call;
      if (held.has(key)) {
        if (isIntended) this.#repeated.add(key);
        this.start(call);
      } else if (!this.asked.has(key) && !isBelow(key)) this.sent.add(key);
    }
  }

  start(call: Call): void {
    if (this.isOver) this.#held.set(call.key, call);
    else if (this.inline.count < MOST_INLINE) this.steps += this.inline.start(call);
    else this.#send(call);
  }

  /** Has another invocation make a call. */
  #send(call: Call): void {
    const { key } = call;
    this.sent.add(key);
    if (hasConsequences(call) && !this.#repeated.has(key)) this.#to.feed({ type: 'effect.started', key }, 0);
    this.sent.send(call, this.#to.frame());
    this.steps += 1;
  }

  /** It is recorded that a call is about to be made. */
  takeIntent({ key, at, attempt }: Extract<Arrival, { readonly type: 'intent' }>): void {
    if (!this.#repeated.has(key)) this.#to.feed({ type: 'effect.started', key }, at);
    this.steps += this.inline.perform(key, attempt);
  }

  /** What became of a call is known. */
  end(key: string): void {
    this.inline.end(key);
    this.sent.end(key);
  }

  /** A call is wanted no longer. */
  forget(key: string): void {
    this.inline.abort(key);
    this.sent.abort(key);
    this.#held.delete(key);
    this.asked.delete(key);
  }

  /** Leaves a call whose intent is recorded for later. */
  hold(call: Call): void {
    this.#repeated.add(call.key);
    this.#held.set(call.key, call);
  }

  /** Begins the runs that have waited until the run was resumed. */
  startHeld(): void {
    for (const call of [...this.#held.values()].filter(startsRun)) {
      this.#held.delete(call.key);
      this.start(call);
    }
  }

  /**
   * A call was cut off: makes it again, gives up on it, or leaves it to a person. `again`: the attempt by which this invocation makes it
   * again; null for one that another invocation has made.
   */
  decide(key: string, at: number, again: Attempt | null): void {
    const { feed } = this.#to;
    const plan = planResumption(this.#tracked, { cause: 'lost', policy: this.#policy, continuesRuns: true });
    const [interrupted, ...others] = plan.inputs;
    if (interrupted !== undefined) feed(interrupted, at);
    const own = others.find((input) => 'key' in input && input.key === key);
    const call = plan.again.get(key);
    if (plan.asked.has(key)) {
      this.forget(key);
      this.asked.add(key);
      feed({ type: 'run.paused', reason: 'interrupted' }, at);
    } else if (own !== undefined && call === undefined) {
      this.forget(key);
      feed(own, at);
    } else if (call !== undefined) {
      this.#repeated.add(key);
      feed(own ?? { type: 'effect.repeated', key, by: 'safe' }, at);
      if (again === null) this.#send(call);
      else this.steps += this.inline.perform(key, again);
    }
  }

  /** A person says of all whether they are made again; those of a run that a call has started, which `isBelow` tells, are decided there. */
  answer(repeat: 'yes' | 'no' | null, at: number, isBelow: (key: string) => boolean): void {
    const { feed } = this.#to;
    const asked = this.#tracked.pending.calls.filter(({ call }) => this.asked.has(call.key));
    this.asked.clear();
    for (const { call } of asked) {
      const { key } = call;
      if (isBelow(key)) continue;
      if (repeat === 'no') feed(giveUp(this.#tracked, call), at);
      else {
        this.#repeated.add(key);
        feed({ type: 'effect.repeated', key, by: 'person' }, at);
        this.start(call);
      }
    }
  }
}
