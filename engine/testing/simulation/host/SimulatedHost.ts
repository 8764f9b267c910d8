import {
  Driver,
  type Proof,
  type RunInputDraft,
  type Step,
  type TrackedRun,
  takeCheckpoint,
} from '../../../driver/index.ts';
import { restoreRun } from '../../../hosts/restoreRun.ts';
import type { Workflow } from '../../../model/index.ts';
import type { RunEvent, RunInput } from '../../../run/index.ts';
import { compareCheckpoints, reopenFrom, SOURCES } from '../checkpointProperty.ts';
import { promise } from '../SimulationError.ts';
import type { OutsideInput, World } from '../World.ts';
import { type Arrival, CallsUnderWay } from './CallsUnderWay.ts';
import { CutOffDecisions } from './CutOffDecisions.ts';

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

/** Most arrivals that are journaled in one write. */
const LARGEST_CHUNK = 3;

/**
 * One life of a host in virtual time, from the start of its process to its crash or the run's end. It drives its run as the hosts of
 * `engine/hosts` do: an input is durable before it is fed, except `run.continued`. The order of the rest is for the driver.
 */
export class Life {
  /** The events of the run so far, over all lives. */
  readonly emitted: RunEvent[];
  readonly #world: World;
  readonly #journal: Journal;
  readonly #tracked: TrackedRun;
  readonly #driver: Driver;
  readonly #isNew: boolean;
  readonly #timers = new Map<string, number>();
  readonly #calls: CallsUnderWay;
  /** Null: the run is new. */
  #cutOff: CutOffDecisions | null = null;
  /** Inputs of the host itself: after a crash, it makes others. */
  readonly #own = new Set<RunInputDraft>();
  /** What has arrived, and is not received yet. */
  #inbox: Arrival[] = [];
  /** Fed to the machine, and not in the journal yet. */
  #tail: RunInput[] = [];
  /** How many events were emitted once all inputs of the journal were fed. */
  #durableEvents: number;

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
    const timers = {
      set: ({ id, at }: { readonly id: string; readonly at: number }) => this.#setTimer(id, at),
      cancel: (id: string) => this.#cancelTimer(id),
    };
    this.#driver = new Driver(tracked, { timers, recordsIntents: true });
    this.#calls = new CallsUnderWay(world);
    this.emitted = [...emitted];
    this.#durableEvents = this.emitted.length;
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
    const { calls, hasIntents } = this.#driver;
    promise(calls.size === 0 && !hasIntents, `a call is left: ${[...calls.keys()].join(', ')}`);
    return 'finished';
  }

  /** Cancels a run that would not end; true when that ends it immediately. */
  cancel(): boolean {
    const input = this.#driver.stamp({ type: 'run.cancelled' }, this.#world.clock());
    this.#flush([input]);
    this.#feed(input);
    return this.#isFinished;
  }

  /** Whether a run that has ended stays so, whatever still comes. */
  isSilent(): boolean {
    const late: RunInputDraft[] = [{ type: 'signal.received', name: 'late', payload: 1 }, { type: 'run.cancelled' }];
    const driver = this.#driver;
    return late.every((draft) => driver.feed(driver.stamp(draft, this.#world.clock())).events.length === 0);
  }

  #start(): void {
    if (this.#isFinished) return;
    this.#driver.begin();
    if (this.#isNew) this.#perform(this.#driver.request(this.#tracked.pending.calls.map(({ call }) => call)));
    else this.#goOn();
    let isPaused = false;
    for (const event of this.emitted) {
      if (event.type === 'run.paused') isPaused = true;
      if (event.type === 'run.resumed') isPaused = false;
    }
    this.#world.watch(isPaused);
  }

  #goOn(): void {
    const cutOff = (this.#cutOff = new CutOffDecisions(this.#driver, this.#world));
    this.#makeOwn(cutOff.inputs);
    this.#perform(cutOff.sendUnsent());
    this.#calls.expect(cutOff.plan());
  }

  #makeOwn(inputs: readonly RunInputDraft[]): void {
    for (const input of inputs) {
      this.#inbox.push({ input });
      this.#own.add(input);
    }
  }

  #count(): number {
    return this.#journal.inputs.length + this.#tail.length;
  }

  /** What the journal does not have is lost; inputs from outside that are not in it are sent again. */
  #crash(): LifeEnd {
    const inputs = this.#inbox.flatMap((arrival) => ('decided' in arrival ? [] : [arrival.input]));
    for (const input of inputs) {
      if (!input.type.startsWith('effect.') && input.type !== 'timer.fired' && !this.#own.has(input))
        // Neither a call's nor a timer's: an input from outside.
        this.#world.plan(1, { type: 'input', input: input as OutsideInput });
    }
    this.emitted.length = this.#durableEvents;
    return 'crashed';
  }

  /** The next inputs, each with its time; none when nothing more will ever come. */
  #take(): readonly RunInput[] {
    const { dice } = this.#world;
    for (;;) {
      const waits = !this.#driver.isEmpty || (this.#inbox.length === 0 && this.#tracked.hasMore);
      if (!waits && this.#inbox.length === 0 && !this.#sleep()) return [];
      // Intents may be recorded by themselves, or with what arrives.
      if (!waits || dice.chance(50))
        for (const arrival of this.#inbox.splice(0, 1 + dice.roll(LARGEST_CHUNK))) this.#receive(arrival);
      const inputs = this.#driver.take(this.#world.clock());
      if (inputs.length > 0) return inputs;
    }
  }

  /** What a call answers that is not wanted any more is received all the same, sometimes: a journal may hold it. */
  #receive(arrival: Arrival): void {
    if ('decided' in arrival) {
      this.#cutOff?.decide(arrival.decided, arrival.again);
      return;
    }
    const { input, made } = arrival;
    // Who resumes a run about whose calls nothing is decided yet has to do so again.
    const isResume = input.type === 'run.resumed' || input.type === 'run.stepped';
    if (isResume && this.#cutOff?.isEarly(input))
      this.#world.plan(1 + this.#world.dice.roll(50), { type: 'input', input });
    else if (made === undefined || input.type !== 'effect.completed' || this.#world.dice.chance(30))
      this.#driver.receive(input);
    else this.#driver.answer(made, input.outcome);
  }

  /** Advances the clock to the next arrival; false when there is none. */
  #sleep(): boolean {
    const world = this.#world;
    const timers = [...this.#timers.values()].map((at) => world.momentOf(at));
    const next = Math.min(world.nextDeed(), ...timers, this.#calls.next);
    if (next === Number.POSITIVE_INFINITY) return false;
    world.now = Math.max(world.now, next);
    for (const input of world.takeDeeds()) {
      if (input.type === 'run.cancelled') this.#inbox.unshift({ input });
      else this.#inbox.push({ input });
    }
    this.#inbox.push(...this.#calls.take());
    const due = [...this.#timers].filter(([, at]) => at <= world.clock()).sort(([, a], [, b]) => a - b);
    for (const [id] of due) {
      this.#timers.delete(id);
      this.#inbox.push({ input: { type: 'timer.fired', id } });
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
    this.#cutOff?.watch(input);
    const { events, effects, steps } = this.#driver.feed(input);
    if (wasFinished) {
      // Inputs journaled together with the one that ended it must change nothing.
      promise(events.length + effects.length === 0, 'something came after the end');
      return;
    }
    this.emitted.push(...events);
    if (this.#tracked.inputs <= this.#journal.inputs.length) this.#durableEvents = this.emitted.length;
    this.#perform(steps);
    if (events.some(({ type }) => type === 'run.paused')) this.#world.watch(true);
  }

  #perform(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.type === 'call') this.#calls.perform(step, this.#journal.inputs);
      else this.#calls.abort(step.key);
    }
  }

  #setTimer(id: string, at: number): void {
    promise(!this.#timers.has(id), `timer ${id} was started twice`);
    this.#timers.set(id, at);
  }

  /** What was cancelled while it waited to be journaled comes all the same, sometimes. */
  #cancelTimer(id: string): void {
    this.#timers.delete(id);
    if (this.#world.dice.chance(50))
      this.#inbox = this.#inbox.filter(
        (arrival) => 'decided' in arrival || arrival.input.type !== 'timer.fired' || arrival.input.id !== id,
      );
  }
}
