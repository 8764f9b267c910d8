import { err, ok, type Result } from '../base/index.ts';
import type { Workflow } from '../model/index.ts';
import {
  advance,
  type Call,
  createRun,
  type Effect,
  type Run,
  type RunError,
  type RunEvent,
  type RunInput,
} from '../run/index.ts';
import { EventDigest, type Proof } from './EventDigest.ts';

/** What a machine asked for and has not got: to be asked for again, with the same keys. */
export interface PendingWork {
  /** Calls without an outcome, in order. `isIntended`: the journal says that it was about to start. */
  readonly calls: readonly { readonly call: Call; readonly isIntended: boolean }[];
  /** Timers that have not fired; `at` in ms since the epoch, which may be past. */
  readonly timers: readonly { readonly id: string; readonly at: number; readonly isDeadline: boolean }[];
}

/** A run as its journal left it. */
export interface RestoredRun {
  readonly run: Run;
  readonly events: readonly RunEvent[];
  readonly pending: PendingWork;
  readonly digest: EventDigest;
  /** How many inputs it was fed. */
  readonly inputs: number;
  /** Time of the last input. */
  readonly lastAt: number;
  readonly hasMore: boolean;
  readonly isFinished: boolean;
}

/** A journal: its inputs, and what its writer saw come of them. */
export interface RecordedJournal {
  readonly inputs: readonly RunInput[];
  readonly proofs: readonly Proof[];
}

/**
 * Feeds a journal to a fresh machine: the run stands where it stood. `breathe` is awaited now and then, so that a long
 * journal lets others work. A machine that says something else than the one that wrote the journal: `REPLAY_MISMATCH`.
 */
export async function restoreRun(
  workflow: Workflow,
  journal: RecordedJournal,
  breathe: () => Promise<void> | undefined,
): Promise<Result<RestoredRun, RunError>> {
  const replaying = new Replaying(workflow, journal.proofs);
  for (const input of journal.inputs) {
    const problem = feedSafely(replaying, input);
    if (problem !== null) return err(problem);
    await breathe();
  }
  return ok(replaying.finish());
}

/** A machine that failed when the run was recorded fails again. */
function feedSafely(replaying: Replaying, input: RunInput): RunError | null {
  try {
    return replaying.feed(input);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Internal error while this workflow ran: ${reason}. Please report it with the workflow.`;
    return { code: 'EXECUTION_ERROR', message, details: { type: 'internal', reason } };
  }
}

type TimerStart = Extract<Effect, { readonly type: 'timer.start' }>;

class Replaying {
  readonly #run: Run;
  readonly #proofs: ReadonlyMap<number, Proof>;
  readonly #events: RunEvent[] = [];
  readonly #calls = new Map<string, Call>();
  readonly #intended = new Set<string>();
  readonly #timers = new Map<string, TimerStart>();
  readonly #digest = new EventDigest();
  #inputs = 0;
  #lastAt = 0;
  #hasMore = false;
  #isFinished = false;

  constructor(workflow: Workflow, proofs: readonly Proof[]) {
    this.#run = createRun(workflow);
    this.#proofs = new Map(proofs.map((proof) => [proof.inputs, proof]));
  }

  feed(input: RunInput): RunError | null {
    const { events, effects, more, isFinished } = advance(this.#run, input);
    this.#note(input);
    for (const effect of effects) this.#take(effect);
    for (const event of events) this.#events.push(event);
    this.#digest.add(events);
    this.#inputs += 1;
    this.#lastAt = Math.max(this.#lastAt, input.at);
    this.#hasMore = more;
    this.#isFinished = isFinished;
    return this.#explainMismatch();
  }

  finish(): RestoredRun {
    const calls = [...this.#calls].map(([key, call]) => ({ call, isIntended: this.#intended.has(key) }));
    const timers = [...this.#timers.values()].map(({ id, at, isDeadline }) => ({
      id,
      at,
      isDeadline: isDeadline === true,
    }));
    return {
      run: this.#run,
      events: this.#events,
      pending: { calls, timers },
      digest: this.#digest,
      inputs: this.#inputs,
      lastAt: this.#lastAt,
      hasMore: this.#hasMore,
      isFinished: this.#isFinished,
    };
  }

  #note(input: RunInput): void {
    if (input.type === 'effect.started') this.#intended.add(input.key);
    if (input.type === 'effect.completed') this.#calls.delete(input.key);
    if (input.type === 'timer.fired') this.#timers.delete(input.id);
  }

  #take(effect: Effect): void {
    if (effect.type === 'timer.start') this.#timers.set(effect.id, effect);
    else if (effect.type === 'timer.cancel') this.#timers.delete(effect.id);
    else if (effect.type === 'effect.abort') this.#calls.delete(effect.key);
    else this.#calls.set(effect.key, effect);
  }

  #explainMismatch(): RunError | null {
    const proof = this.#proofs.get(this.#inputs);
    if (proof === undefined) return null;
    if (proof.events === this.#digest.count && proof.digest === this.#digest.value()) return null;
    const message =
      'This run was recorded by another version of Signalbox, which behaved differently here. It is kept as it is and cannot be continued. Export it, or fork it to continue from an earlier moment.';
    const details = { type: 'replay.mismatch', reason: message, input: this.#inputs };
    return { code: 'REPLAY_MISMATCH', message, details };
  }
}
