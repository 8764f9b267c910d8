import { loadPatterns } from '../../../base/index.ts';
import { noDigest, TrackedRun } from '../../../driver/index.ts';
import { forkJournal, inspectStep, type RunInput, type StepScope } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { replayInSlices } from '../platform/replayInSlices.ts';
import type { InspectRequest } from '../protocol/protocol.ts';
import { workflowOf } from '../run/record/workflowOf.ts';

/** A run that was replayed up to an instant. */
interface ReplaySource {
  readonly runId: string;
  readonly seq: number;
  /** The step that it was stopped before; null: it was stopped after the event. */
  readonly before: number | null;
  readonly inputs: number;
  readonly run: Parameters<typeof inspectStep>[0];
}

/** Looks at recorded runs at an instant, each replayed up to it. The last one is kept: one expression is tried after another. */
export class RunInspector {
  readonly #clock: Clock;
  #last: ReplaySource | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What a step saw right after the event `seq`. No effect is performed. */
  async inspect(
    recorded: JournaledRun,
    { seq, activation, isBefore, expressions }: InspectRequest,
  ): Promise<StepScope> {
    await loadPatterns();
    const { runId } = recorded.summary;
    const wanted = { runId, seq, before: isBefore === true ? activation : null, inputs: recorded.inputs.length };
    if (this.#last === null || !isSame(this.#last, wanted))
      this.#last = { ...wanted, run: await this.#replay(recorded, wanted) };
    return inspectStep(this.#last.run, activation, expressions);
  }

  /** The machine right after an event, or before a step: as a fork from there, it has started nothing new since. */
  async #replay(
    recorded: JournaledRun,
    { seq, before }: Pick<ReplaySource, 'seq' | 'before'>,
  ): Promise<ReplaySource['run']> {
    const { inputs, summary } = recorded;
    const fork = { runId: summary.runId, seq, inputs: inputs.length, isPaused: before === null };
    const tracked = TrackedRun.begin(workflowOf(recorded), noDigest);
    const past = forkJournal(inputs, fork).map((input) => (before === null ? input : withStop(input, before)));
    for await (const { events } of replayInSlices(tracked, past, this.#clock))
      if ((events.at(-1)?.seq ?? -1) >= seq) break;
    return tracked.run;
  }
}

function withStop(input: RunInput, pauseBefore: number): RunInput {
  return input.type === 'run.started' ? { ...input, plan: { ...input.plan, pauseBefore } } : input;
}

function isSame(one: Omit<ReplaySource, 'run'>, other: Omit<ReplaySource, 'run'>): boolean {
  return (
    one.runId === other.runId && one.seq === other.seq && one.before === other.before && one.inputs === other.inputs
  );
}
