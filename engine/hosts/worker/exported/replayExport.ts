import { err, type Json, loadPatterns, messageOf, ok, type Result } from '../../../base/index.ts';
import { EventDigest, noDigest, replay, TrackedRun } from '../../../driver/index.ts';
import type { RunError, RunEvent } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { createSlices } from '../platform/createSlices.ts';
import { workflowOf } from '../run/record/workflowOf.ts';
import { formatCount, formatSize, LIMITS } from './limits.ts';
import { measureSize } from './measureSize.ts';

/** The replay of an exported run by this version of the machine. */
export interface ReplayedExport {
  readonly events: readonly RunEvent[];
  /** For each input, the number of events up to and with it. */
  readonly counts: readonly number[];
  /** Why these events differ from the recorded ones; null: they do not. */
  readonly problem: RunError | null;
}

/**
 * Replays an exported run within {@link LIMITS}, which a hostile file may exceed; the error says which limit was exceeded,
 * and at which input. No effect is performed.
 */
export async function replayExport(
  recorded: JournaledRun,
  clock: Pick<Clock, 'now' | 'yieldToEventLoop'>,
): Promise<Result<ReplayedExport, string>> {
  await loadPatterns();
  const exported = new ExportReplay(recorded, clock.now);
  const yieldToEventLoop = createSlices(clock);
  for (const index of recorded.inputs.keys()) {
    const passed = exported.step(index);
    if (passed !== null) return err(`This exported run cannot be shown: ${passed}`);
    if (exported.hasFailed) break;
    await yieldToEventLoop();
  }
  return ok(exported.finish());
}

class ExportReplay {
  readonly #recorded: JournaledRun;
  readonly #steps: ReturnType<typeof replay>;
  readonly #proofs: ReadonlyMap<number, JournaledRun['proofs'][number]>;
  readonly #events: RunEvent[] = [];
  readonly #counts: number[] = [];
  readonly #digest = new EventDigest();
  readonly #now: () => number;
  readonly #deadline: number;
  #size: number = LIMITS.size;
  #problem: RunError | null = null;
  #hasFailed = false;

  constructor(recorded: JournaledRun, now: () => number) {
    this.#recorded = recorded;
    this.#now = now;
    this.#deadline = now() + LIMITS.time;
    this.#steps = replay(TrackedRun.begin(workflowOf(recorded), noDigest), recorded.inputs);
    this.#proofs = new Map(recorded.proofs.map((proof) => [proof.inputs, proof]));
  }

  /** True once the machine threw: it gives no more events. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Feeds the next input; answers with the message about a limit that it exceeds, or null. */
  step(index: number): string | null {
    let events: readonly RunEvent[];
    try {
      events = this.#steps.next().value?.events ?? [];
    } catch (error) {
      this.#problem = explainFailure(index, error);
      this.#hasFailed = true;
      return null;
    }
    const passed = this.#keep(index, events) ?? this.#explainTime(index);
    if (passed === null) this.#compare(index);
    return passed;
  }

  finish(): ReplayedExport {
    return { events: this.#events, counts: this.#counts, problem: this.#problem };
  }

  #keep(index: number, events: readonly RunEvent[]): string | null {
    const where = this.#place(index);
    if (this.#events.length + events.length > LIMITS.events)
      return `its journal leads to more than ${formatCount(LIMITS.events)} events, ${where}.`;
    for (const event of events) {
      // An event is plain data.
      const measured = measureSize(event as unknown as Json, this.#size, LIMITS.depth);
      if (measured === 'size') return `its events hold more than ${formatSize(LIMITS.size)}, ${where}.`;
      if (measured === 'depth')
        return `a value in its events has lists and maps nested more than ${LIMITS.depth} levels deep, ${where}.`;
      if (measured === 'number') return `a number in its events is too large, ${where}.`;
      this.#size = measured;
      this.#events.push(event);
    }
    this.#digest.add(events);
    this.#counts.push(this.#events.length);
    return null;
  }

  #explainTime(index: number): string | null {
    if (this.#now() <= this.#deadline) return null;
    return `replaying its journal took longer than ${LIMITS.time / 1000} s, ${this.#place(index)}.`;
  }

  #place(index: number): string {
    return `by input ${formatCount(index + 1)} of ${formatCount(this.#recorded.inputs.length)}`;
  }

  /** Notes the first input after which the events differ from the recorded ones. */
  #compare(index: number): void {
    const proof = this.#proofs.get(index + 1);
    if (proof === undefined || this.#problem !== null) return;
    if (proof.events === this.#digest.count && proof.digest === this.#digest.value()) return;
    const isSealed = this.#recorded.details.seal !== undefined;
    const reason = `Replaying its journal gives other events than those that were recorded: another version of Signalbox recorded it${isSealed ? '' : ', or its file was changed'}.`;
    const message = `${reason} The events of this version are shown.`;
    this.#problem = {
      code: 'REPLAY_MISMATCH',
      message,
      details: { type: 'replay.mismatch', reason, input: index + 1 },
    };
  }
}

function explainFailure(index: number, error: unknown): RunError {
  const reason = messageOf(error);
  const message = `This version of Signalbox fails at input ${formatCount(index + 1)} of the run: ${reason}. Only the events before it are shown.`;
  return { code: 'EXECUTION_ERROR', message, details: { type: 'internal', reason } };
}
