import { JSON_PART, jsonParts, loadPatterns, ok, Queue, type Result } from '../../base/index.ts';
import { EventDigest, type Proof, type RunDigest } from '../../driver/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { RunError, RunEvent, RunInput } from '../../run/index.ts';
import type { Restoration, Yield } from '../feedRun.ts';
import { reopenRun } from '../reopenRun.ts';
import { restoreRun, type StoredJournal } from '../restoreRun.ts';
import { type HostState, readHostState } from './run/RunToEndOptions.ts';
import { SLICE } from './run/waiting.ts';

/** Starts or restores a run by feeding its inputs: one input for a run that starts. `REPLAY_MISMATCH` as {@link restoreRun}. */
export async function beginRun(
  workflow: Workflow,
  inputs: readonly RunInput[],
  proofs: readonly Proof[] = [],
): ReturnType<typeof restoreRun> {
  await loadPatterns();
  return restoreRun(workflow, { inputs, proofs }, createYield(), new SteppedDigest());
}

/** Restores the run of an open journal whose head was read, from its checkpoint where possible. The error is for the user. */
export async function reopenJournal(
  workflow: Workflow,
  stored: StoredJournal,
): Promise<Result<{ readonly restored: Restoration; readonly state: HostState | null }, RunError>> {
  await loadPatterns();
  const restored = await reopenRun(workflow, stored, createYield());
  if (!restored.ok) return restored;
  const { checkpoint, tracked } = restored.value;
  tracked.digest = new SteppedDigest(tracked.proof);
  return ok({ restored: restored.value, state: checkpoint === null ? null : readHostState(checkpoint.host) });
}

/** Lets requests, timers and signals of the process through now and then: by a timer its claim shows that it lives. */
function createYield(): Yield {
  let last = performance.now();
  return () => {
    if (performance.now() - last < SLICE) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        last = performance.now();
        resolve();
      });
    });
  };
}

/** The digest of `EventDigest`, in steps of about as many characters as a part of JSON has: events are read when it is stepped, or asked for. */
export class SteppedDigest implements RunDigest {
  readonly #digest: EventDigest;
  readonly #waiting = new Queue<RunEvent>();
  #parts: Iterator<string, void> | null = null;
  #count: number;

  /** Continues from the count and the digest of a proof. */
  constructor(proof?: Pick<Proof, 'events' | 'digest'>) {
    this.#digest = new EventDigest(proof);
    this.#count = this.#digest.count;
  }

  get count(): number {
    return this.#count;
  }

  add(events: readonly RunEvent[]): void {
    for (const event of events) this.#waiting.push(event);
    this.#count += events.length;
  }

  step(): boolean {
    for (let read = 0; read < JSON_PART; ) {
      const part = this.#next();
      if (part === null) return false;
      this.#digest.mix(part);
      read += part.length;
    }
    return this.#parts !== null || this.#waiting.size > 0;
  }

  /** The digest of all events so far: what is left is read at once. */
  value(): string {
    while (this.step());
    return this.#digest.value();
  }

  /** The next part of what waits; null: nothing does. */
  #next(): string | null {
    for (;;) {
      const next = this.#parts?.next();
      if (next?.done === false) return next.value;
      const event = this.#waiting.shift();
      this.#parts = event === undefined ? null : jsonParts(event);
      if (event === undefined) return null;
    }
  }
}
