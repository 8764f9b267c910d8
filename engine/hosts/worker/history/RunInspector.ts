import { loadPatterns } from '../../../base/index.ts';
import { advance, createRun, forkJournal, inspectStep, type StepScope } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { InspectRequest } from '../protocol/protocol.ts';
import { createSlices } from '../run/createSlices.ts';
import { workflowOf } from '../run/workflowOf.ts';

/** A run that was replayed up to an instant. */
interface ReplayedRun {
  readonly runId: string;
  readonly seq: number;
  readonly inputs: number;
  readonly run: Parameters<typeof inspectStep>[0];
}

/** Looks at recorded runs at an instant, each replayed up to it. The last one is kept: one expression is tried after another. */
export class RunInspector {
  readonly #clock: Clock;
  #last: ReplayedRun | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What a step saw right after the event `seq`. No effect is performed. */
  async inspect(recorded: JournaledRun, { seq, activation, expressions }: InspectRequest): Promise<StepScope> {
    await loadPatterns();
    const { runId } = recorded.summary;
    const inputs = recorded.inputs.length;
    if (this.#last?.runId !== runId || this.#last.seq !== seq || this.#last.inputs !== inputs)
      this.#last = { runId, seq, inputs, run: await this.#replay(recorded, seq) };
    return inspectStep(this.#last.run, activation, expressions);
  }

  /** The machine right after an event: as a fork from there, it has started nothing new since. */
  async #replay(recorded: JournaledRun, seq: number): Promise<ReplayedRun['run']> {
    const { inputs, summary } = recorded;
    const fork = { runId: summary.runId, seq, inputs: inputs.length, isPaused: true };
    const run = createRun(workflowOf(recorded));
    const yieldToEventLoop = createSlices(this.#clock);
    for (const input of forkJournal(inputs, fork)) {
      const { events } = advance(run, input);
      if ((events.at(-1)?.seq ?? -1) >= seq) return run;
      await yieldToEventLoop();
    }
    return run;
  }
}
