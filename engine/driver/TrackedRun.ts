import type { Workflow } from '../model/index.ts';
import {
  type Advance,
  advance,
  type Call,
  createRun,
  type Effect,
  type Run,
  type RunInput,
  startsRun,
} from '../run/index.ts';
import type { PendingWork, TrackedState } from './Checkpoint.ts';
import { EventDigest, type Proof, type RunDigest } from './EventDigest.ts';

export { startsRun };

/** A running machine, with what is needed of its past inputs to resume it from a checkpoint. */
export class TrackedRun {
  readonly run: Run;
  /** Names of the guessable secrets that its calls have used, from their outcomes. */
  readonly exposed: Set<string>;
  /** Keys of calls of `core:workflow` that were aborted: the runs they started are to be cancelled. A host removes those that have ended. */
  readonly abandoned = new Set<string>();
  /** Of its events: another one that continues from its proof may take its place. */
  digest: RunDigest;
  readonly #calls = new Map<string, Call>();
  readonly #intended = new Set<string>();
  readonly #timers = new Map<string, PendingWork['timers'][number]>();
  #inputs = 0;
  #last: Pick<TrackedState, 'lastAt' | 'hasMore' | 'isFinished'> = { lastAt: 0, hasMore: false, isFinished: false };

  constructor(run: Run, digest: RunDigest, exposed: Iterable<string> = []) {
    this.run = run;
    this.digest = digest;
    this.exposed = new Set(exposed);
  }

  /** A new run, without inputs. */
  static begin(workflow: Workflow, digest: RunDigest = new EventDigest()): TrackedRun {
    return new TrackedRun(createRun(workflow), digest);
  }

  /** A run with a restored machine, and the state of its checkpoint. */
  static restore(run: Run, state: TrackedState, digest: RunDigest = new EventDigest(state.proof)): TrackedRun {
    const { proof, pending, exposed } = state;
    const tracked = new TrackedRun(run, digest, exposed);
    tracked.#inputs = proof.inputs;
    tracked.#last = state;
    for (const key of state.abandoned) tracked.abandoned.add(key);
    for (const { call, isIntended } of pending.calls) {
      tracked.#calls.set(call.key, call);
      if (isIntended) tracked.#intended.add(call.key);
    }
    for (const timer of pending.timers) tracked.#timers.set(timer.id, timer);
    return tracked;
  }

  /** How many inputs it was fed. */
  get inputs(): number {
    return this.#inputs;
  }

  /** Time of the last input, in ms since the epoch; 0 before the first. */
  get lastAt(): number {
    return this.#last.lastAt;
  }

  get hasMore(): boolean {
    return this.#last.hasMore;
  }

  get isFinished(): boolean {
    return this.#last.isFinished;
  }

  get pending(): PendingWork {
    const calls = [...this.#calls].map(([key, call]) => ({ call, isIntended: this.#intended.has(key) }));
    return { calls, timers: [...this.#timers.values()] };
  }

  /** Counts of the inputs and events so far, and the digest of the events. */
  get proof(): Proof {
    return { inputs: this.#inputs, events: this.digest.count, digest: this.digest.value() };
  }

  /** As `advance`; where that throws, the input is not counted. */
  feed(input: RunInput): Advance {
    const answer = advance(this.run, input);
    this.#note(input);
    for (const effect of answer.effects) this.#take(effect);
    this.digest.add(answer.events);
    this.#inputs += 1;
    const lastAt = Math.max(this.lastAt, input.at);
    this.#last = { lastAt, hasMore: answer.more, isFinished: answer.isFinished };
    return answer;
  }

  /** All that a checkpoint stores of it, besides the machine. */
  get state(): TrackedState {
    return {
      proof: this.proof,
      lastAt: this.lastAt,
      hasMore: this.hasMore,
      isFinished: this.isFinished,
      pending: this.pending,
      exposed: [...this.exposed],
      abandoned: [...this.abandoned],
    };
  }

  #note(input: RunInput): void {
    if (input.type === 'effect.started') this.#intended.add(input.key);
    if (input.type === 'timer.fired') this.#timers.delete(input.id);
    if (input.type !== 'effect.completed') return;
    this.#forget(input.key);
    for (const name of input.outcome.exposed ?? []) this.exposed.add(name);
  }

  #take(effect: Effect): void {
    if (effect.type === 'timer.start') this.#start(effect);
    else if (effect.type === 'timer.cancel') this.#timers.delete(effect.id);
    else if (effect.type === 'effect.abort') this.#abort(effect.key);
    else this.#calls.set(effect.key, effect);
  }

  #start({ id, at, isDeadline }: Extract<Effect, { readonly type: 'timer.start' }>): void {
    this.#timers.set(id, { id, at, isDeadline: isDeadline === true });
  }

  #abort(key: string): void {
    if (startsRun(this.#calls.get(key))) this.abandoned.add(key);
    this.#forget(key);
  }

  #forget(key: string): void {
    this.#calls.delete(key);
    this.#intended.delete(key);
  }
}
