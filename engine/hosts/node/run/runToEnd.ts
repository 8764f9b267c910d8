import { CutOffCalls, type MadeCall, type RunInputDraft } from '../../../driver/index.ts';
import { EMPTY_VIEW, foldRun, forgetEnded, type RunEvent, type RunInput, type RunView } from '../../../run/index.ts';
import { HostDriver } from '../../children/HostDriver.ts';
import { HostTime } from './HostTime.ts';
import { InputRecorder } from './InputRecorder.ts';
import { type Repeats, type RunToEndOptions, writeHostState } from './RunToEndOptions.ts';

/**
 * Runs a workflow in this process until it has ended, is paused with nothing in flight, is halted, or rests. Answers with its
 * view, which holds the last activation of each task.
 */
export function runToEnd(options: RunToEndOptions): Promise<RunView> {
  return new NodeExecutor(options).drive();
}

/**
 * What a host or a user does to a run comes before what its calls answer. Outcomes that arrive together are in the order of their calls:
 * equal answers give equal runs.
 */
function orderOf(made: MadeCall | null): number {
  return made === null ? -1 : made.number + 1;
}

/** The executor of one run: does what its driver says, and sleeps where that has nothing to do. */
class NodeExecutor {
  readonly #options: RunToEndOptions;
  readonly #run: HostDriver;
  readonly #time: HostTime;
  readonly #recorder: InputRecorder;
  #view: RunView;

  constructor(options: RunToEndOptions) {
    const { restored, state, journal, performer, children, budget = {} } = options;
    this.#options = options;
    this.#view = state?.view ?? EMPTY_VIEW;
    this.#time = new HostTime(options);
    this.#run = new HostDriver(restored.tracked, {
      timers: this.#time,
      performer,
      children,
      isKept: journal !== undefined,
      endsStill: true,
      view: () => this.#view,
      isAtWork: () => this.#recorder.isAtWork,
      onEvents: (events) => this.#fold(events),
      onIdle: (isIdle) => this.#noteIdle(isIdle),
      wake: () => this.#time.wake(),
      fail: (error) => this.#time.fail(error),
      orderOf,
    });
    this.#recorder = new InputRecorder(options, {
      hostState: () => writeHostState({ view: this.#view, budget }),
      rest: () => this.#time.turn(),
      isEmpty: () => this.#run.isEmpty,
    });
  }

  async drive(): Promise<RunView> {
    const { signal, halt, restored, children, journal } = this.#options;
    const cancel = (): void => this.#run.receive({ type: 'run.cancelled' });
    const stop = (): void => this.#run.halt();
    signal?.addEventListener('abort', cancel, { once: true });
    halt?.addEventListener('abort', stop, { once: true });
    if (halt?.aborted === true) stop();
    this.#run.show(restored.events);
    children?.attach(this.#run);
    try {
      if (!this.#run.driver.isHalted) await this.#begin();
      if (signal?.aborted === true) cancel();
      await this.#work();
    } finally {
      signal?.removeEventListener('abort', cancel);
      halt?.removeEventListener('abort', stop);
      // What cannot be recorded must not be done either.
      this.#run.close({ stopsBelow: true });
    }
    if (this.#run.isFinished) journal?.finish();
    return this.#view;
  }

  /** Requests what is pending. What is cancelled at once makes no call. */
  async #begin(): Promise<void> {
    const { inputs = [], repeats } = this.#options;
    const isContinued = repeats !== undefined && !this.#run.isFinished;
    this.#run.begin(!isContinued && !this.#isCancelled());
    if (isContinued && !(await this.#continue(repeats))) return;
    for (const input of inputs) this.#run.receive(input);
  }

  /** False where no one decides about calls that were cut off. */
  #continue({ policy, ask }: Repeats): Promise<boolean> {
    const cutOff = new CutOffCalls(this.#run.tracked, { cause: 'lost', policy });
    const feed = (input: RunInputDraft): Promise<void> | undefined => this.#feedNow(input);
    return this.#run.continue(cutOff, { feed, ask, isCancelled: () => this.#isCancelled() });
  }

  #isCancelled(): boolean {
    this.#time.check();
    return this.#options.signal?.aborted === true;
  }

  async #work(): Promise<void> {
    const { children } = this.#options;
    while (!this.#run.isFinished) {
      if (this.#run.driver.hasMore) {
        await this.#feedNow({ type: 'run.continued' });
        await this.#time.turn();
      } else if (this.#run.isEmpty) {
        // A run that another one has started waits for that one to resume it.
        if (this.#run.isStill && children?.isInside !== true) break;
        if (this.#run.isStill) children?.reportStill();
        this.#run.noteIdle();
        const id = await this.#time.wait(this.#run);
        if (id !== null) await this.#feedNow({ type: 'timer.fired', id });
        if (this.#run.isQuiet && this.#time.mayRest(this.#run)) break;
      }
      this.#time.check();
      await this.#takeAll();
    }
    if (this.#run.isFinished) await children?.settle();
    this.#time.check();
  }

  /** Feeds all that waits, and lets others have their turn now and then. */
  async #takeAll(): Promise<void> {
    this.#time.beginTurn();
    for (const input of this.#run.driver.takeEach(this.#options.clock.now)) {
      this.#time.check();
      await this.#feed(input);
      if (this.#run.isFinished) return;
      if (this.#time.isTurnOver && !this.#run.isEmpty) await this.#time.turn();
    }
  }

  #feedNow(draft: RunInputDraft): Promise<void> | undefined {
    return this.#feed(this.#run.driver.stamp(draft, this.#options.clock.now()));
  }

  #feed(input: RunInput): Promise<void> | undefined {
    this.#run.noteIdle(false);
    return this.#recorder.record(input, () => this.#run.feed(input));
  }

  #noteIdle(isIdle: boolean): void {
    this.#time.noteIdle(isIdle);
    this.#options.onIdle?.(isIdle);
    // The run around it may have become idle with it, or is idle no longer.
    this.#options.children?.reportStill();
  }

  #fold(events: readonly RunEvent[]): void {
    this.#view = forgetEnded(foldRun(this.#view, events));
    this.#options.onEvents?.(events);
  }
}
