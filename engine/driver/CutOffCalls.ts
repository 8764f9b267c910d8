import { type Call, pauseReason, sentAt } from '../run/index.ts';
import type { Driver } from './Driver.ts';
import { giveUp, planResumption, type ResumptionOptions } from './planResumption.ts';
import type { RunInputDraft } from './RunInputDraft.ts';
import type { TrackedRun } from './TrackedRun.ts';

/** A call of which no one knows whether it arrived. */
export interface AskedCall {
  readonly call: Call;
  /** When it was made last, in ms since the epoch. */
  readonly sentAt: number;
}

/** The calls of a run that is continued which were under way when it was interrupted: a person is asked about some of them. */
export class CutOffCalls {
  /** Fed before anything else, each once {@link hold} has said which calls it makes again. */
  readonly inputs: readonly RunInputDraft[];
  /** Calls that were never made. */
  readonly unsent: readonly Call[];
  readonly #held: readonly Call[];
  readonly #tracked: TrackedRun;
  /** The calls that no one has decided about, by key, in order. */
  readonly #asked: Map<string, Call>;
  /** What the run around this one resumed it with, while calls were not decided about. */
  #resumed: RunInputDraft | null = null;
  /** The run around this one is paused. */
  #isHeld = false;

  constructor(tracked: TrackedRun, { cause, policy }: Pick<ResumptionOptions, 'cause' | 'policy'>) {
    const plan = planResumption(tracked, { cause, policy, continuesRuns: true });
    this.#tracked = tracked;
    this.inputs = plan.inputs;
    this.unsent = plan.unsent;
    this.#held = [...plan.again.values(), ...plan.asked.values()];
    this.#asked = new Map(plan.asked);
  }

  /** The calls that a person is asked about. */
  get asked(): readonly AskedCall[] {
    const { run, lastAt } = this.#tracked;
    return [...this.#asked].map(([key, call]) => ({ call, sentAt: sentAt(run, key) ?? lastAt }));
  }

  /** Has a driver make each of them again that is fed an `effect.repeated`. */
  hold(driver: Driver): void {
    for (const call of this.#held) driver.holdCutOff(call);
  }

  /** What the run is fed for an input of a person. As long as calls are not decided about, it does not continue. */
  take(input: RunInputDraft): readonly RunInputDraft[] {
    const continues = input.type === 'run.resumed' || input.type === 'run.stepped';
    return continues && this.#asked.size > 0 ? [] : [input];
  }

  /** What the run is fed for an input of the run around it: a resume waits for the decisions, unless a pause comes first. */
  takeFromParent(input: RunInputDraft): readonly RunInputDraft[] {
    if (input.type !== 'run.paused' && input.type !== 'run.resumed') return [input];
    const waits = input.type === 'run.resumed' && this.#asked.size > 0;
    this.#isHeld = input.type === 'run.paused';
    this.#resumed = waits ? input : null;
    return waits ? [] : [input];
  }

  /** What the run is fed once it is decided whether a call is made again; nothing of a call that was decided about, or was not asked about. */
  decide(key: string, again: boolean): readonly RunInputDraft[] {
    const call = this.#asked.get(key);
    if (call === undefined) return [];
    this.#asked.delete(key);
    const decision: RunInputDraft = again
      ? { type: 'effect.repeated', key, by: 'person' }
      : giveUp(this.#tracked, call);
    // Null: the pause is fed before this.
    const isOurs = [null, 'interrupted'].includes(pauseReason(this.#tracked.run));
    const resumed = this.#resumed ?? (isOurs ? ({ type: 'run.resumed' } as const) : null);
    const continues = this.#asked.size === 0 && !this.#isHeld;
    return continues && resumed !== null ? [decision, resumed] : [decision];
  }
}
