import type { Budget, Run } from '../../run/index.ts';
import { renewBudget, toResumed } from './Family.ts';
import {
  type HostedRun,
  isOfAll,
  isShownFirst,
  pauseFor,
  pauseUnder,
  runsByItself,
  type Setting,
  settingFor,
} from './HostedRun.ts';

/** A run and those below it, as the run around it reaches them. */
export interface RunNode {
  readonly runId: string;
  /** The file of its workflow. */
  readonly file: string;
  readonly children: LiveChildren;
  /** Null until it is executed. */
  run: HostedRun | null;
  /** It was told to resume, and has not done so yet. */
  isResuming: boolean;
}

/** The runs under way that one run has started: pauses, settings and budgets are passed down to them. */
export class LiveChildren {
  /** By the key of their call. */
  readonly #live = new Map<string, { readonly node: RunNode; readonly signal: AbortSignal }>();
  /** Runs that are resumed once they are open: the run around them was, while it was paused for them. */
  readonly #resumed = new Set<string>();

  /** How many are paused with all below them. */
  get stillCount(): number {
    return this.#count((run) => run.isStill);
  }

  /** How many only wait for signals and times. */
  get idleCount(): number {
    return this.#count((run) => run.isIdle === true);
  }

  #count(matches: (run: HostedRun) => boolean): number {
    const live = [...this.#live.values()];
    return live.filter(({ node, signal }) => !signal.aborted && node.run !== null && matches(node.run)).length;
  }

  /** A call's run is under way. */
  add(key: string, node: RunNode, signal: AbortSignal): void {
    this.#live.set(key, { node, signal });
  }

  /** A call's run is under way no longer. */
  remove(key: string): void {
    this.#live.delete(key);
  }

  /** A run that is under way, at any depth. */
  find(runId: string): HostedRun | null {
    for (const { node } of this.#live.values()) {
      const found = node.runId === runId ? node.run : node.children.find(runId);
      if (found !== null) return found;
    }
    return null;
  }

  /** Ends all as they are. */
  fail(error: unknown): void {
    for (const { node } of this.#live.values()) node.run?.fail(error);
  }

  /** The run around them was paused. */
  pause(around: Run): void {
    for (const { node } of this.#live.values())
      if (node.isResuming || runsByItself(node.run)) node.run?.receive(pauseUnder(around));
  }

  /**
   * The run around them was resumed.
   * @param stopped id of the run for which it was paused
   */
  resume(around: HostedRun | null, stopped: string | null, left: Budget): void {
    const nodes = [...this.#live.values()].map(({ node }) => node);
    if (stopped !== null && !nodes.some(({ runId }) => runId === stopped)) this.#resumed.add(stopped);
    for (const node of nodes) {
      const { runId, run } = node;
      // One that was stopped may continue before the run around it does: the answer to a failure resumed it.
      if (run === null || (runId === stopped && run.view.paused === null)) continue;
      // It has stopped, too, while the run around it was paused for something else: that is shown before it continues.
      if (isShownFirst(run.view) && runId !== stopped) around?.receive(pauseFor(runId, run.tracked.run));
      else {
        node.isResuming = true;
        run.receive(toResumed(run.tracked, left));
      }
    }
  }

  /** Whether the run around them was resumed while it was paused for a run that is opened now; true once. */
  takeResumed(runId: string): boolean {
    return this.#resumed.delete(runId);
  }

  /** What holds on the tasks of other files has changed in the run around them. */
  passSetting(setting: Setting): void {
    if (!isOfAll(setting) && setting.file === undefined) return;
    for (const { node } of this.#live.values()) node.run?.receive(settingFor(node.file, setting));
  }

  /** The run around them, which is not paused, was given another budget. */
  passBudget(left: Budget): void {
    for (const { node } of this.#live.values()) {
      const { run } = node;
      if (run?.view.paused === null) for (const input of renewBudget(run.tracked, left)) run.receive(input);
    }
  }
}
