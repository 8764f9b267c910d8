import { loadPatterns, ok, type Result } from '../../base/index.ts';
import { hasConsequences, type Performer } from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import {
  advance,
  type Budget,
  type Call,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  forgetEnded,
  type RunError,
  type RunEvent,
  type RunInput,
  type RunView,
} from '../../run/index.ts';
import type { PendingWork } from '../Checkpoint.ts';
import type { Proof } from '../EventDigest.ts';
import { reopenRun } from '../reopenRun.ts';
import { type RestoredRun, restoreRun, type StoredJournal } from '../restoreRun.ts';
import type { TrackedRun } from '../TrackedRun.ts';
import { CheckpointKeeper } from './CheckpointKeeper.ts';
import { LONGEST_SLEEP, type PendingTimer, type RunClock } from './clock.ts';
import { type HostState, readHostState, writeHostState } from './hostState.ts';

/** Where inputs are made durable before the machine sees them; throws where it cannot. */
export interface RunJournal {
  /** Answers with the bytes that were written. */
  append(inputs: readonly RunInput[], proof: Proof): number;
  /** Digest of what the workflow is read from. */
  readonly workflow: string;
  /** Stores a checkpoint of all inputs so far in place of the one before, where that is possible. */
  keep(checkpoint: string): void;
  /** The run is over: it needs no checkpoint any more. */
  finish(): void;
}

/** A run as its first inputs left it, and what it goes on with. */
export interface RunToEndOptions {
  readonly restored: RestoredRun;
  /** What was known of it before the events in `restored`; absent for a run that begins. */
  readonly state?: HostState;
  /** Inputs from outside that wait already: signals. */
  readonly inputs?: readonly RunInputDraft[];
  /** Absent: the run is kept nowhere. */
  readonly journal?: RunJournal;
  readonly performer: Pick<Performer, 'perform'>;
  readonly clock: RunClock;
  /** Aborting cancels the run. */
  readonly signal?: AbortSignal;
  readonly onEvents?: (events: readonly RunEvent[]) => void;
  /** What its models may take: kept with its checkpoints. */
  readonly budget?: Budget;
}

/** An input that gets its time when it is fed. */
export type RunInputDraft = RunInput extends infer Input ? (Input extends RunInput ? Omit<Input, 'at'> : never) : never;

/** A run of a workflow as its first inputs leave it: one input for a run that begins. `REPLAY_MISMATCH` as {@link restoreRun}. */
export async function beginRun(
  workflow: Workflow,
  inputs: readonly RunInput[],
  proofs: readonly Proof[] = [],
): ReturnType<typeof restoreRun> {
  await loadPatterns();
  return restoreRun(workflow, { inputs, proofs }, () => undefined);
}

/** The run of an open journal whose head was read, from its checkpoint where that is possible. The error is for a person. */
export async function reopenJournal(
  workflow: Workflow,
  stored: StoredJournal,
): Promise<Result<Pick<RunToEndOptions, 'restored'> & { readonly state: HostState | null }, RunError>> {
  await loadPatterns();
  const restored = await reopenRun(workflow, stored, () => undefined);
  if (!restored.ok) return restored;
  const { checkpoint } = restored.value;
  return ok({ restored: restored.value, state: checkpoint === null ? null : readHostState(checkpoint.host) });
}

/**
 * Runs a workflow to its end in this process, or until it is paused for good. Answers with its result: of each task the
 * last activation, of the run all else.
 */
export function runToEnd(options: RunToEndOptions): Promise<RunView> {
  return new NodeRun(options).drive();
}

/** One run under way: what it waits for, and what has come meanwhile. */
class NodeRun {
  readonly #options: RunToEndOptions;
  readonly #tracked: TrackedRun;
  readonly #calls = new Map<string, AbortController>();
  readonly #timers = new Map<string, PendingTimer>();
  /** Outcomes that came, with the order in which their calls were made. */
  #inbox: { readonly order: number; readonly input: RunInputDraft }[] = [];
  /** Calls whose intent must be durable before they start, by key. */
  readonly #intents = new Map<string, Call>();
  #wake: () => void = () => undefined;
  #callCount = 0;
  #view: RunView;
  #isFinished: boolean;
  #hasMore: boolean;
  readonly #keeper: CheckpointKeeper | null;

  constructor(options: RunToEndOptions) {
    const { restored, state, journal } = options;
    const { tracked } = restored;
    this.#view = state?.view ?? EMPTY_VIEW;
    this.#keeper = journal === undefined ? null : new CheckpointKeeper(journal, restored);
    this.#options = options;
    this.#tracked = tracked;
    this.#isFinished = tracked.isFinished;
    this.#hasMore = tracked.hasMore;
  }

  async drive(): Promise<RunView> {
    const { signal, restored, inputs = [] } = this.#options;
    const cancel = (): void => this.#receive(-1, { type: 'run.cancelled' });
    signal?.addEventListener('abort', cancel, { once: true });
    this.#show(restored.events);
    this.#ask(this.#tracked.pending);
    for (const input of inputs) this.#receive(-1, input);
    if (signal?.aborted === true) cancel();
    while (!this.#isFinished) {
      if (this.#hasMore) {
        this.#feed({ type: 'run.continued' });
        await breathe();
      } else if (this.#inbox.length === 0) {
        if (this.#standsStill()) break;
        await this.#wait();
      }
      this.#feedInbox();
    }
    signal?.removeEventListener('abort', cancel);
    if (this.#isFinished) this.#options.journal?.finish();
    return this.#view;
  }

  /** Paused, and all that was under way is recorded: nobody is here who would let it go on. */
  #standsStill(): boolean {
    return this.#view.paused !== null && this.#calls.size === 0 && this.#intents.size === 0;
  }

  #feedInbox(): void {
    // Outcomes that came together are heard in the order of their calls, so that equal answers give equal runs.
    const arrived = this.#inbox.sort((a, b) => a.order - b.order);
    this.#inbox = [];
    for (const { input } of arrived) if (!this.#isFinished) this.#feed(input);
  }

  #feed(draft: RunInputDraft): void {
    const { journal, clock } = this.#options;
    const input = { ...draft, at: clock.now() };
    const bytes = journal?.append([input], this.#tracked.proof) ?? 0;
    // What is kept nowhere needs no digest, which would take as long as the machine.
    const answer = journal === undefined ? advance(this.#tracked.run, input) : this.#tracked.feed(input);
    const { events, effects, more, isFinished } = answer;
    this.#hasMore = more;
    this.#isFinished = isFinished;
    this.#show(events);
    for (const effect of effects) this.#take(effect);
    if (input.type === 'effect.started') this.#start(input.key);
    this.#keeper?.note(bytes, events.length, () =>
      writeHostState({ view: this.#view, budget: this.#options.budget ?? {} }),
    );
  }

  #show(events: readonly RunEvent[]): void {
    this.#view = forgetEnded(foldRun(this.#view, events));
    this.#options.onEvents?.(events);
  }

  /** What a run that goes on had asked for and not got. */
  #ask({ timers, calls }: PendingWork): void {
    for (const { id, at, isDeadline } of timers)
      this.#take({ type: 'timer.start', id, at, ...(isDeadline ? { isDeadline } : {}) });
    for (const { call, isIntended } of calls) {
      if (isIntended) void this.#perform(call);
      else this.#take(call);
    }
  }

  #take(effect: Effect): void {
    switch (effect.type) {
      case 'timer.start':
        this.#timers.set(effect.id, {
          id: effect.id,
          at: effect.at,
          isDeadline: effect.isDeadline === true,
          setAt: this.#options.clock.now(),
          setAtReal: performance.now(),
        });
        return;
      case 'timer.cancel':
        this.#timers.delete(effect.id);
        return;
      case 'effect.abort':
        this.#intents.delete(effect.key);
        this.#calls.get(effect.key)?.abort();
        this.#calls.delete(effect.key);
        return;
      case 'tool.call':
      case 'model.call':
      case 'memory.call':
        this.#call(effect);
    }
  }

  /** With a journal, the intent of a call with consequences is durable before it starts. */
  #call(call: Call): void {
    if (this.#options.journal === undefined || !hasConsequences(call)) {
      void this.#perform(call);
      return;
    }
    this.#intents.set(call.key, call);
    this.#receive(0, { type: 'effect.started', key: call.key });
  }

  #start(key: string): void {
    const call = this.#intents.get(key);
    this.#intents.delete(key);
    if (call !== undefined) void this.#perform(call);
  }

  async #perform(call: Call): Promise<void> {
    const controller = new AbortController();
    this.#calls.set(call.key, controller);
    this.#callCount += 1;
    const order = this.#callCount;
    const outcome = await this.#options.performer.perform(call, controller.signal);
    if (this.#calls.get(call.key) !== controller) return;
    this.#calls.delete(call.key);
    this.#receive(order, { type: 'effect.completed', key: call.key, outcome });
  }

  #receive(order: number, input: RunInputDraft): void {
    this.#inbox.push({ order, input });
    this.#wake();
  }

  /** Until something came or a timer may fire; fires it then. */
  async #wait(): Promise<void> {
    const next = this.#nextTimer();
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (next === null) {
      await woken;
      await breathe();
      return;
    }
    if (next.wait > 0) {
      const sleep = startSleep(Math.min(next.wait, LONGEST_SLEEP));
      await Promise.race([woken, sleep.over]);
      sleep.stop();
    } else await breathe();
    if (this.#inbox.length > 0) {
      await breathe();
      return;
    }
    // A long sleep is slept in parts, and a timer of the platform may fire a little early.
    const due = next.wait > 0 ? this.#nextTimer() : next;
    if (due !== null && due.wait <= 0) this.#fire(due.timer);
  }

  #fire(timer: PendingTimer): void {
    this.#timers.delete(timer.id);
    this.#options.clock.reach(timer);
    this.#feed({ type: 'timer.fired', id: timer.id });
  }

  /** The first timer that may fire, those due together in the order in which they were set. */
  #nextTimer(): { readonly timer: PendingTimer; readonly wait: number } | null {
    const isBusy = this.#calls.size > 0 || this.#intents.size > 0;
    let first: { timer: PendingTimer; wait: number } | null = null;
    for (const timer of this.#timers.values()) {
      const wait = this.#options.clock.waitFor(timer, isBusy);
      if (wait === null) continue;
      if (first === null || timer.at < first.timer.at) first = { timer, wait };
    }
    return first;
  }
}

function startSleep(ms: number): { readonly over: Promise<void>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, stop: () => clearTimeout(timer) };
}

/** Lets everything that is ready be heard. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
