import { err, ok, type Result } from '../../base/index.ts';
import { ENGINE_VERSION, type RunInputDraft } from '../../driver/index.ts';
import type { RunWorkflow } from '../../effects/index.ts';
import {
  type Budget,
  budgetLeft,
  type Outcome,
  pausedFor,
  type RunEvent,
  settingsBelow,
  type UsageView,
} from '../../run/index.ts';
import { takeHeld } from '../prepareEnv.ts';
import type { Variable } from '../RunRequest.ts';
import { CallWork, HeldCalls, StoppedError } from './CallWork.ts';
import { type ChildRequest, childRunId, type RunPlace } from './ChildRequest.ts';
import { agree, type Family, type Inside, type Upward, upwardOf, type WorkflowCall } from './Family.ts';
import { answerAgain, type HostedRun, isStepping, planOfChild, type Setting, stopsItself } from './HostedRun.ts';
import { LiveChildren, type RunNode } from './LiveChildren.ts';
import { MOST_CHILDREN } from './limits.ts';
import { type ChildContext, cancelled, type OpenedChild, prepareChild, toOutcome } from './prepareChild.ts';

/**
 * The runs that one run starts by `core:workflow`, each with a journal of its own. A call that is made again, after a
 * crash, opens the run that it started before and continues it; one that has ended answers with what it ended with.
 */
export class ChildRuns {
  /** The port of the run's performer. */
  readonly runWorkflow: RunWorkflow;
  readonly #family: Family<ChildRuns>;
  readonly #place: RunPlace;
  readonly #up: Upward | null;
  /** As the runs below see them: what this run has as secrets is taken. */
  readonly #variables: readonly Variable[];
  readonly #node: RunNode;
  readonly #stopped = new AbortController();
  readonly #work = new CallWork(this.#stopped.signal, (error) => this.#self?.fail(error));
  /** Calls that wait until the run is no longer paused. */
  readonly #held = new HeldCalls({ isHeld: () => this.#isHolding(), onHeld: () => this.#self?.wake() });
  /** It has stopped by itself, or a run below it has, and those around it are told. */
  #isStopped = false;
  /** The run for which this one is paused. */
  #pausedFor: string | null = null;
  #reported: UsageView | undefined = undefined;

  private constructor(place: RunPlace, family: Family<ChildRuns> | ChildContext<ChildRuns>, inside: Inside | null) {
    const { up = null, variables = null } = inside ?? {};
    this.#place = place;
    const file = place.files.at(-1) ?? '';
    this.#node = { runId: place.runId, file, children: new LiveChildren(), run: null, isResuming: false };
    this.#variables = variables ?? ('context' in family ? family.context : family).variables;
    this.#up = up;
    this.#family = 'context' in family ? family : { context: family, left: () => this.#left(), count: family.count };
    this.runWorkflow = async (asked, signal) => {
      const outcome = await this.#work.await(asked.key, this.#run(asked, signal));
      return outcome ?? cancelled(asked.file);
    };
  }

  /** Those of an outermost run. */
  static ofRoot(place: RunPlace, context: ChildContext<ChildRuns>): ChildRuns {
    return new ChildRuns(place, context, null);
  }

  /** True: the run was started by another one, which decides when it ends. */
  get isInside(): boolean {
    return this.#up !== null;
  }

  get #self(): HostedRun | null {
    return this.#node.run;
  }

  get #live(): LiveChildren {
    return this.#node.children;
  }

  get #isPaused(): boolean {
    return (this.#self?.view.paused ?? null) !== null;
  }

  /** How many child runs are paused with all below them, or wait to be started. */
  get stillCount(): number {
    return this.#live.stillCount + this.#held.size;
  }

  /** How many child runs only wait for signals and times. */
  get idleCount(): number {
    return this.#live.idleCount;
  }

  /** The run is under way. Child runs whose calls were aborted before a crash are cancelled now. */
  attach(run: HostedRun): void {
    this.#node.run = run;
    this.#pausedFor = pausedFor(run.tracked.run);
    this.#isStopped = stopsItself(run.view);
    this.#endAbandoned();
  }

  /** A run that is under way here, at any depth. */
  find(runId: string): HostedRun | null {
    return this.#place.runId === runId ? this.#self : this.#live.find(runId);
  }

  /** Called with what happened in the run: its pauses are passed down, what it has used is passed up. */
  note(events: readonly RunEvent[]): void {
    // What happened before it was opened here was passed down then.
    if (this.#self !== null) for (const event of events) this.#pass(this.#self, event);
    if (this.#up === null) return;
    const { usage, paused = null } = this.#self?.view ?? {};
    if (usage !== this.#reported) this.#up.report(usage);
    this.#reported = usage;
    if (paused?.reason === 'budget' && events.some(({ type }) => type === 'run.paused')) this.#up.spent();
  }

  #pass(self: HostedRun, event: RunEvent): void {
    if (event.type === 'run.paused' || event.type === 'run.resumed') this.#tellStopped(self, event);
    if (event.type === 'run.paused') {
      this.#pausedFor = event.child ?? this.#pausedFor;
      if (isStepping(self)) this.#held.release();
      this.#live.pause(self.tracked.run);
    }
    if (event.type === 'run.resumed') this.#resumeChildren();
  }

  /** A pause is announced again once an edit has changed what starts next: those around it, which may be resumed by then, know of it. */
  #tellStopped(self: HostedRun, event: Extract<RunEvent, { readonly type: 'run.paused' | 'run.resumed' }>): void {
    const isStopped = event.type === 'run.paused' && stopsItself({ paused: event });
    if (isStopped && !this.#isStopped) this.#up?.stopped(self.tracked.run);
    const hasGoneOn = event.type === 'run.resumed' && this.#isStopped;
    if (hasGoneOn && !stopsItself(self.view)) this.#up?.goesOn();
    this.#isStopped = isStopped;
  }

  /** No one decides about calls of the run that were cut off: all around it are paused. */
  leaveUndecided(): void {
    this.#up?.undecided();
  }

  /** The run is still, or has become idle, or is idle no longer. */
  reportStill(): void {
    this.#up?.wake();
  }

  /** Settles once all child runs have ended, after the run has. */
  async settle(): Promise<void> {
    this.#endAbandoned();
    await this.#work.settle();
  }

  /** Ends all below as they are: their journals stay unfinished. */
  stop(): void {
    this.#stopped.abort();
    this.#held.release();
    this.#live.fail(new StoppedError());
  }

  #left(): Budget {
    return this.#self === null ? {} : budgetLeft(this.#self.tracked.run);
  }

  #endAbandoned(): void {
    for (const key of this.#self?.tracked.abandoned ?? [])
      if (!this.#work.has(key)) void this.#work.awaitInTurn(key, () => this.#cancelLeft(key));
  }

  async #run(asked: ChildRequest, signal: AbortSignal): Promise<Outcome> {
    const { file, key } = asked;
    const known = answerAgain(this.#self, key);
    if (known !== null) return known;
    const found = await this.#reopen(key);
    const opened = found === null ? await this.#begin(asked, signal) : ok(found);
    return opened.ok ? this.#drive(opened.value, { file, key, signal }) : opened.error;
  }

  async #begin(asked: ChildRequest, signal: AbortSignal): Promise<Result<OpenedChild<ChildRuns>, Outcome>> {
    await this.#held.wait(signal);
    const family = this.#family;
    const { context, count } = family;
    const { files, prices, salt, most = MOST_CHILDREN } = context;
    const variables = this.#variables;
    const at = context.now(this.#self?.tracked.lastAt ?? 0);
    const stamp = { runId: childRunId(asked.key), at, salt, version: ENGINE_VERSION };
    const plan = planOfChild(this.#self, asked);
    const limits = { place: this.#place, count, most, budget: family.left(), plan };
    family.count += 1;
    const prepared = await prepareChild(asked, { ...limits, files, variables, prices, stamp });
    if (this.#stopped.signal.aborted) throw new StoppedError();
    const begins = prepared.ok && !signal.aborted;
    const child = begins ? await context.store.create(prepared.value, { variables, signal }) : null;
    if (child !== null) return ok(child);
    family.count -= 1;
    return prepared.ok ? err(cancelled(asked.file)) : prepared;
  }

  /** Nothing new starts in a run that is paused, but as a step. */
  #isHolding(): boolean {
    return this.#isPaused && !isStepping(this.#self) && !this.#stopped.signal.aborted;
  }

  #reopen(key: string): Promise<OpenedChild<ChildRuns> | null> {
    const call = { variables: this.#variables, signal: this.#stopped.signal };
    return this.#family.context.store.reopen(childRunId(key), call);
  }

  /** Runs a child to its end. */
  async #drive(child: OpenedChild<ChildRuns>, call: WorkflowCall): Promise<Outcome> {
    const { tracked, view, vault } = child;
    const { file, key, signal } = call;
    const place = { ...this.#place, runId: childRunId(key), files: [...this.#place.files, file] };
    const up = upwardOf(call, { self: () => this.#self, up: this.#up });
    const below = new ChildRuns(place, this.#family, { up, variables: takeHeld(this.#variables, vault) });
    if (this.#stopped.signal.aborted) {
      child.close();
      throw new StoppedError();
    }
    this.#live.add(key, below.#node, signal);
    try {
      up.report(view.usage);
      const signals = tracked.isFinished ? [] : (this.#family.context.signalsFor?.(tracked.run, file) ?? []);
      const inputs = [...this.#adjust(child, { below, up }), ...signals];
      const ended = await child.execute({ children: below, inputs, signal });
      this.#self?.tracked.abandoned.delete(key);
      return toOutcome(ended, file);
    } finally {
      this.#live.remove(key);
    }
  }

  /** Cancels a child run whose call was aborted, where it has begun. */
  async #cancelLeft(key: string): Promise<void> {
    const found = await this.#reopen(key);
    if (found === null) this.#self?.tracked.abandoned.delete(key);
    else await this.#drive(found, { file: found.file, key, signal: AbortSignal.abort() });
  }

  /** What a child that was opened has to be fed, so that it is paused where its parent is, and only there. */
  #adjust(
    child: OpenedChild<ChildRuns>,
    { below, up }: { readonly below: ChildRuns; readonly up: Upward },
  ): readonly RunInputDraft[] {
    if (child.tracked.isFinished || this.#self === null) return [];
    const { runId, file } = below.#node;
    const { run } = this.#self.tracked;
    const isResumed = this.#live.takeResumed(runId);
    const around = { run, isPaused: this.#isPaused, isResumed, left: this.#family.left() };
    const { inputs, isResuming, asks } = agree(child, around);
    below.#node.isResuming = isResuming;
    if (asks) up.stopped(child.tracked.run);
    return [...settingsBelow(run, child.tracked.run, file), ...inputs];
  }

  /** What holds on the tasks of other files has changed in this run: those below are told. */
  passSetting(setting: Setting): void {
    this.#live.passSetting(setting);
  }

  /** The run, which is not paused, was given another budget. */
  passBudget(): void {
    this.#live.passBudget(this.#family.left());
  }

  #resumeChildren(): void {
    const stopped = this.#pausedFor;
    this.#pausedFor = null;
    this.#node.isResuming = false;
    this.#held.release();
    this.#live.resume(this.#self, stopped, this.#family.left());
  }
}
