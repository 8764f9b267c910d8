import {
  giveUp,
  planResumption,
  type ResumptionOptions,
  type RunInputDraft,
  type TrackedRun,
} from '../../../../driver/index.ts';
import { type Call, pauseReason } from '../../../../run/index.ts';
import type { RunControl } from '../../protocol/protocol.ts';

/** The calls of a run that is resumed which were under way when it was interrupted: the person is asked about some of them. */
export class CutOffCalls {
  /** Fed before anything else. */
  readonly inputs: readonly RunInputDraft[];
  /** Calls that were never made. */
  readonly unsent: readonly Call[];
  /** Calls that are made once it was fed that they are, by key. */
  readonly held: ReadonlyMap<string, Call>;
  readonly #tracked: TrackedRun;
  /** Keys of the calls that no one has decided about. */
  readonly #asked: Set<string>;
  /** What the run around this one resumed it with, while calls were not decided about. */
  #resumed: RunInputDraft | null = null;
  /** The run around this one is paused. */
  #isHeld = false;

  constructor(tracked: TrackedRun, { cause, policy }: Pick<ResumptionOptions, 'cause' | 'policy'>) {
    const plan = planResumption(tracked, { cause, policy, continuesRuns: true });
    this.#tracked = tracked;
    this.inputs = plan.inputs;
    this.unsent = plan.unsent;
    this.held = new Map([...plan.again, ...plan.asked]);
    this.#asked = new Set(plan.asked.keys());
  }

  /** What the run is fed for an input of the person. As long as calls are not decided about, it does not continue. */
  take(control: RunControl): readonly RunInputDraft[] {
    if (control.type === 'run.repeat') return this.#decide(control);
    const goesOn = control.type === 'run.resumed' || control.type === 'run.stepped';
    return goesOn && this.#asked.size > 0 ? [] : [control];
  }

  /** What the run is fed for an input of the run around it: a resume waits for the decisions, unless a pause comes first. */
  takeFromParent(input: RunInputDraft): readonly RunInputDraft[] {
    if (input.type !== 'run.paused' && input.type !== 'run.resumed') return [input];
    const waits = input.type === 'run.resumed' && this.#asked.size > 0;
    this.#isHeld = input.type === 'run.paused';
    this.#resumed = waits ? input : null;
    return waits ? [] : [input];
  }

  #decide({ key, again }: Extract<RunControl, { readonly type: 'run.repeat' }>): readonly RunInputDraft[] {
    const call = this.held.get(key);
    if (call === undefined || !this.#asked.delete(key)) return [];
    const decision: RunInputDraft = again
      ? { type: 'effect.repeated', key, by: 'person' }
      : giveUp(this.#tracked, call);
    // Null: the pause is fed before this.
    const isOurs = [null, 'interrupted'].includes(pauseReason(this.#tracked.run));
    const resumed = this.#resumed ?? (isOurs ? ({ type: 'run.resumed' } as const) : null);
    const goesOn = this.#asked.size === 0 && !this.#isHeld;
    return goesOn && resumed !== null ? [decision, resumed] : [decision];
  }
}
