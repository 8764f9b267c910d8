import { loadPatterns } from '../../base/index.ts';
import type { Performer } from '../../effects/index.ts';
import type { Workflow } from '../../model/index.ts';
import {
  advance,
  createRun,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  type ModelCall,
  type Run,
  type RunEvent,
  type RunInput,
  type RunStarted,
  type RunView,
  type ToolCall,
} from '../../run/index.ts';
import type { PendingTimer, RunClock } from './clock.ts';

/** A prepared run and what it runs with. */
export interface RunToEndOptions {
  readonly workflow: Workflow;
  readonly started: RunStarted;
  readonly performer: Performer;
  readonly clock: RunClock;
  /** Aborting cancels the run. */
  readonly signal?: AbortSignal;
  readonly onEvents?: (events: readonly RunEvent[]) => void;
}

/** Longest wait a platform's timer takes, in ms; later ones are reached in several. */
const LONGEST = 2 ** 31 - 1;

/** Runs a workflow to its end in this process, without a journal. Answers with what a person would see of it. */
export function runToEnd(options: RunToEndOptions): Promise<RunView> {
  return new NodeRun(options).drive();
}

/** One run under way: what it waits for, and what has come meanwhile. */
class NodeRun {
  private readonly options: RunToEndOptions;
  private readonly run: Run;
  private readonly calls = new Map<string, AbortController>();
  private readonly timers = new Map<string, PendingTimer>();
  /** Outcomes that came, with the order in which their calls were made. */
  private inbox: { readonly order: number; readonly input: (at: number) => RunInput }[] = [];
  private wake: () => void = () => undefined;
  private callCount = 0;
  private view = EMPTY_VIEW;
  private isFinished = false;
  private hasMore = false;

  constructor(options: RunToEndOptions) {
    this.options = options;
    this.run = createRun(options.workflow);
  }

  async drive(): Promise<RunView> {
    await loadPatterns();
    const { signal, started } = this.options;
    const cancel = (): void => this.receive(-1, (at) => ({ type: 'run.cancelled', at }));
    signal?.addEventListener('abort', cancel, { once: true });
    this.feed(started);
    if (signal?.aborted === true) cancel();
    while (!this.isFinished) {
      if (this.hasMore) {
        this.feed({ type: 'run.continued', at: this.options.clock.now() });
        await breathe();
      } else if (this.inbox.length === 0) await this.wait();
      this.feedInbox();
    }
    signal?.removeEventListener('abort', cancel);
    return this.view;
  }

  private feedInbox(): void {
    // Outcomes that came together are heard in the order of their calls, so that equal answers give equal runs.
    const arrived = this.inbox.sort((a, b) => a.order - b.order);
    this.inbox = [];
    for (const { input } of arrived) if (!this.isFinished) this.feed(input(this.options.clock.now()));
  }

  private feed(input: RunInput): void {
    const { events, effects, more, isFinished } = advance(this.run, input);
    this.hasMore = more;
    this.isFinished = isFinished;
    this.view = foldRun(this.view, events);
    this.options.onEvents?.(events);
    for (const effect of effects) this.take(effect);
  }

  private take(effect: Effect): void {
    switch (effect.type) {
      case 'timer.start':
        this.timers.set(effect.id, {
          id: effect.id,
          at: effect.at,
          isDeadline: effect.isDeadline === true,
          setAt: this.options.clock.now(),
          setAtReal: performance.now(),
        });
        return;
      case 'timer.cancel':
        this.timers.delete(effect.id);
        return;
      case 'effect.abort':
        this.calls.get(effect.key)?.abort();
        this.calls.delete(effect.key);
        return;
      case 'tool.call':
      case 'model.call':
        void this.perform(effect);
    }
  }

  private async perform(call: ToolCall | ModelCall): Promise<void> {
    const controller = new AbortController();
    this.calls.set(call.key, controller);
    this.callCount += 1;
    const order = this.callCount;
    const outcome = await this.options.performer.perform(call, controller.signal);
    if (this.calls.get(call.key) !== controller) return;
    this.calls.delete(call.key);
    this.receive(order, (at) => ({ type: 'effect.completed', at, key: call.key, outcome }));
  }

  private receive(order: number, input: (at: number) => RunInput): void {
    this.inbox.push({ order, input });
    this.wake();
  }

  /** Until something came or a timer may fire; fires it then. */
  private async wait(): Promise<void> {
    const next = this.nextTimer();
    const woken = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    if (next === null) {
      await woken;
      await breathe();
      return;
    }
    if (next.wait > 0) {
      const sleep = startSleep(Math.min(next.wait, LONGEST));
      await Promise.race([woken, sleep.over]);
      sleep.stop();
    } else await breathe();
    if (this.inbox.length > 0) {
      await breathe();
      return;
    }
    if (next.wait > LONGEST) return;
    this.fire(next.timer);
  }

  private fire(timer: PendingTimer): void {
    this.timers.delete(timer.id);
    this.options.clock.reach(timer);
    this.feed({ type: 'timer.fired', at: this.options.clock.now(), id: timer.id });
  }

  /** The first timer that may fire, those due together in the order in which they were set. */
  private nextTimer(): { readonly timer: PendingTimer; readonly wait: number } | null {
    const isBusy = this.calls.size > 0;
    let first: { timer: PendingTimer; wait: number } | null = null;
    for (const timer of this.timers.values()) {
      const wait = this.options.clock.waitFor(timer, isBusy);
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
