import { type Proof, type RunInputDraft, type TrackedRun, takeCheckpoint } from '../../../driver/index.ts';
import { restoreRun } from '../../../hosts/restoreRun.ts';
import type { Workflow } from '../../../model/index.ts';
import { advance, type Call, type Effect, hasConsequences, type RunEvent, type RunInput } from '../../../run/index.ts';
import { compareCheckpoints, reopenFrom, SOURCES } from '../checkpointProperty.ts';
import { promise } from '../SimulationError.ts';
import type { OutsideInput, World } from '../World.ts';
import { CallsUnderWay } from './CallsUnderWay.ts';
import { CutOffCalls } from './CutOffCalls.ts';

/** The only thing that a crash leaves. */
export interface Journal {
  readonly inputs: RunInput[];
  readonly proofs: Proof[];
  /** Newest first. */
  readonly checkpoints: string[];
}

/** When the host crashes: once it has had so many inputs. `isFed`: the last ones were fed to the machine. */
export interface Crash {
  readonly inputs: number;
  readonly isFed: boolean;
}

/** How a life of the host ended; `stuck`: no input can arrive any more. */
export type LifeEnd = 'finished' | 'crashed' | 'stuck' | 'long';

/** Inputs after which a run is abandoned. */
export const MOST_INPUTS = 3000;

/** A checkpoint is written after so many inputs, where all of them are in the journal; of a long run more rarely. */
const CHECKPOINT_EVERY = { short: 8, long: 400 };

/** How many inputs a short run has at most. */
const SHORT_RUN = 100;

/** So many of the newest checkpoints are compared with the journal: to feed it after each would take too long. */
const COMPARED = 3;

/** Most inputs that are journaled in one write. */
const LARGEST_CHUNK = 3;

/**
 * One life of a host in virtual time, from the start of its process to its crash or the run's end. It does what the
 * hosts of `engine/hosts` do: an input is durable before the machine sees it, except `run.continued`; the intent of a
 * call with consequences is durable before the call; what is pending is requested again with the same keys.
 */
export class Life {
  /** The events of the run so far, over all lives. */
  readonly emitted: RunEvent[];
  readonly #world: World;
  readonly #journal: Journal;
  readonly #tracked: TrackedRun;
  readonly #isNew: boolean;
  readonly #timers = new Map<string, number>();
  readonly #calls: CallsUnderWay;
  readonly #intents = new Map<string, Call>();
  readonly #cutOff: CutOffCalls;
  /** Inputs of the host itself: after a crash, it makes others. */
  readonly #own = new Set<RunInputDraft>();
  #inbox: RunInputDraft[] = [];
  /** Fed to the machine, and not in the journal yet. */
  #tail: RunInput[] = [];
  /** How many events were emitted once all inputs of the journal were fed. */
  #durableEvents: number;
  #lastAt: number;

  private constructor(
    world: World,
    { journal, isNew }: { readonly journal: Journal; readonly isNew: boolean },
    tracked: TrackedRun,
    emitted: readonly RunEvent[],
  ) {
    this.#world = world;
    this.#isNew = isNew;
    this.#journal = journal;
    this.#tracked = tracked;
    this.#calls = new CallsUnderWay(world);
    this.#cutOff = new CutOffCalls(tracked, world);
    this.emitted = [...emitted];
    this.#durableEvents = this.emitted.length;
    this.#lastAt = tracked.lastAt;
  }

  /** Opens a run where its journal left it, from its newest checkpoint; all checkpoints must agree with the journal. */
  static async open(workflow: Workflow, world: World, journal: Journal, isNew = false): Promise<Life> {
    const restored = await restoreRun(workflow, journal, () => undefined);
    promise(restored.ok, 'the journal does not give what it was written with');
    const mismatch = await compareCheckpoints(workflow, journal, journal.checkpoints.slice(0, COMPARED));
    promise(mismatch === null, mismatch ?? '');
    const reopened = await reopenFrom(journal.checkpoints, workflow, journal);
    promise(reopened.ok, 'the run cannot be reopened');
    return new Life(world, { journal, isNew }, reopened.value.tracked, restored.value.events);
  }

  get #isFinished(): boolean {
    return this.#tracked.isFinished;
  }

  /** Lives until the crash, if any, or until the run ends or nothing more comes. */
  live(crash: Crash | null): LifeEnd {
    this.#start();
    while (!this.#isFinished) {
      const inputs = this.#take();
      if (inputs.length === 0) return 'stuck';
      if (this.#count() > MOST_INPUTS) return 'long';
      this.#write(inputs);
      const isLast = crash !== null && this.#count() >= crash.inputs;
      if (isLast && !crash.isFed) return this.#crash();
      for (const input of inputs) this.#feed(input);
      this.#checkpoint();
      if (isLast) return this.#crash();
    }
    this.#flush([]);
    promise(this.#timers.size === 0, `a timer is left: ${[...this.#timers.keys()].join(', ')}`);
    const { keys } = this.#calls;
    promise(keys.size + this.#intents.size === 0, `a call is left: ${[...keys].join(', ')}`);
    return 'finished';
  }

  /** Cancels a run that would not end; true when that ends it immediately. */
  cancel(): boolean {
    const [input] = this.#stamp([{ type: 'run.cancelled' }]);
    if (input === undefined) return false;
    this.#flush([input]);
    this.#feed(input);
    return this.#isFinished;
  }

  /** Whether a run that has ended stays so, whatever still comes. */
  isSilent(): boolean {
    const late = this.#stamp([{ type: 'signal.received', name: 'late', payload: 1 }, { type: 'run.cancelled' }]);
    return late.every((input) => advance(this.#tracked.run, input).events.length === 0);
  }

  #start(): void {
    const { timers, calls } = this.#tracked.pending;
    if (this.#isFinished) return;
    for (const { id, at } of timers) this.#timers.set(id, at);
    if (this.#isNew) for (const { call } of calls) this.#ask(call);
    else this.#goOn();
    let isPaused = false;
    for (const event of this.emitted) {
      if (event.type === 'run.paused') isPaused = true;
      if (event.type === 'run.resumed') isPaused = false;
    }
    this.#world.watch(isPaused);
  }

  #goOn(): void {
    const { inputs, unsent, answers } = this.#cutOff.goOn();
    this.#inbox.push(...inputs);
    for (const call of unsent) this.#ask(call);
    for (const arrival of this.#inbox) this.#own.add(arrival);
    this.#calls.expect(answers);
  }

  #count(): number {
    return this.#journal.inputs.length + this.#tail.length;
  }

  /** What the journal does not have is lost; inputs from outside that are not in it are sent again. */
  #crash(): LifeEnd {
    for (const arrival of this.#inbox) {
      if (!arrival.type.startsWith('effect.') && arrival.type !== 'timer.fired' && !this.#own.has(arrival))
        // Neither a call's nor a timer's: an input from outside.
        this.#world.plan(1, { type: 'input', input: arrival as OutsideInput });
    }
    this.emitted.length = this.#durableEvents;
    return 'crashed';
  }

  /** The next inputs, each with its time; none when nothing more will ever come. */
  #take(): readonly RunInput[] {
    if (this.#inbox.length === 0 && this.#tracked.hasMore) return this.#stamp([{ type: 'run.continued' }]);
    while (this.#inbox.length === 0) if (!this.#sleep()) return [];
    return this.#stamp(this.#inbox.splice(0, 1 + this.#world.dice.roll(LARGEST_CHUNK)));
  }

  #stamp(arrivals: readonly RunInputDraft[]): readonly RunInput[] {
    this.#lastAt = Math.max(this.#lastAt, this.#world.clock());
    const at = this.#lastAt;
    return arrivals.map((arrival) => ({ ...arrival, at }));
  }

  /** Advances the clock to the next arrival; false when there is none. */
  #sleep(): boolean {
    const world = this.#world;
    const timers = [...this.#timers.values()].map((at) => world.momentOf(at));
    const next = Math.min(world.nextDeed(), ...timers, this.#calls.next);
    if (next === Number.POSITIVE_INFINITY) return false;
    world.now = Math.max(world.now, next);
    for (const input of world.takeDeeds()) {
      if (input.type === 'run.cancelled') this.#inbox.unshift(input);
      else this.#inbox.push(input);
    }
    this.#inbox.push(...this.#calls.take());
    const due = [...this.#timers].filter(([, at]) => at <= world.clock()).sort(([, a], [, b]) => a - b);
    for (const [id] of due) {
      this.#timers.delete(id);
      this.#inbox.push({ type: 'timer.fired', id });
    }
    return true;
  }

  #write(inputs: readonly RunInput[]): void {
    if (inputs.every(({ type }) => type === 'run.continued')) this.#tail.push(...inputs);
    else this.#flush(inputs);
  }

  #flush(inputs: readonly RunInput[]): void {
    this.#journal.inputs.push(...this.#tail, ...inputs);
    this.#journal.proofs.push(this.#tracked.proof);
    this.#durableEvents = this.emitted.length;
    this.#tail = [];
    for (const input of inputs) this.#world.receive(input);
  }

  /** What a checkpoint covers must be in the journal. */
  #checkpoint(): void {
    const { inputs, isFinished } = this.#tracked;
    const every = inputs < SHORT_RUN ? CHECKPOINT_EVERY.short : CHECKPOINT_EVERY.long;
    if (isFinished || inputs % every !== 0 || inputs !== this.#journal.inputs.length) return;
    this.#journal.checkpoints.unshift(takeCheckpoint(this.#tracked, SOURCES, null));
  }

  #feed(input: RunInput): void {
    const wasFinished = this.#isFinished;
    const { events, effects } = this.#tracked.feed(input);
    if (wasFinished) {
      // Inputs journaled together with the one that ended it must change nothing.
      promise(events.length + effects.length === 0, 'something came after the end');
      return;
    }
    this.emitted.push(...events);
    if (this.#tracked.inputs <= this.#journal.inputs.length) this.#durableEvents = this.emitted.length;
    for (const effect of effects) this.#handle(effect);
    if (input.type === 'effect.started') this.#startIntent(input.key);
    const call = this.#cutOff.repeatedBy(input, events);
    if (call !== undefined) this.#calls.perform(call, this.#journal.inputs);
    for (const decided of this.#cutOff.noteDecision(input)) {
      this.#inbox.push(decided);
      this.#own.add(decided);
    }
    if (events.some(({ type }) => type === 'run.paused')) this.#world.watch(true);
  }

  #handle(effect: Effect): void {
    switch (effect.type) {
      case 'timer.start':
        promise(!this.#timers.has(effect.id), `timer ${effect.id} was started twice`);
        this.#timers.set(effect.id, effect.at);
        return;
      case 'timer.cancel':
        this.#timers.delete(effect.id);
        this.#drop((arrival) => arrival.type === 'timer.fired' && arrival.id === effect.id);
        return;
      case 'effect.abort':
        this.#intents.delete(effect.key);
        this.#calls.abort(effect.key);
        return;
      default:
        this.#ask(effect);
    }
  }

  /** What was cancelled while it waited to be journaled comes all the same, sometimes. */
  #drop(isMeant: (arrival: RunInputDraft) => boolean): void {
    if (this.#world.dice.chance(50)) this.#inbox = this.#inbox.filter((arrival) => !isMeant(arrival));
  }

  #ask(call: Call): void {
    if (!hasConsequences(call)) {
      this.#calls.perform(call, this.#journal.inputs);
      return;
    }
    this.#intents.set(call.key, call);
    this.#inbox.push({ type: 'effect.started', key: call.key });
  }

  #startIntent(key: string): void {
    const call = this.#intents.get(key);
    this.#intents.delete(key);
    if (call !== undefined) this.#calls.perform(call, this.#journal.inputs);
  }
}
