import type { Result } from '../../../../base/index.ts';
import type { Performer, RunWorkflow } from '../../../../effects/index.ts';
import type { ChildRequest } from '../../../../hosts/node/index.ts';
import type { Call, Outcome } from '../../../../run/index.ts';
import type { Performed, RunBeginning } from '../../contract.ts';
import { limitOutcome } from '../limitOutcome.ts';

/** Prepares the run that a call starts; the error is the outcome of the call. */
export type PrepareChild = (asked: ChildRequest) => Promise<Result<RunBeginning, Outcome>>;

/** What a call answers whose run is prepared: no one sees it. */
const PREPARED: Outcome = { ok: true, value: null, simulated: false, warnings: [] };

/** Makes calls; one of `core:workflow` only prepares its run, since to begin it is recorded as a step of the run that has made the call. */
export class PreparedStarts {
  readonly #prepared = new Map<string, RunBeginning>();
  readonly #prepare: PrepareChild;

  constructor(prepare: PrepareChild) {
    this.#prepare = prepare;
  }

  /** The port of a performer. */
  readonly runWorkflow: RunWorkflow = async (asked) => {
    const prepared = await this.#prepare(asked);
    if (!prepared.ok) return prepared.error;
    this.#prepared.set(asked.key, prepared.value);
    return PREPARED;
  };

  /** Makes a call with a performer that has the port. */
  async perform(performer: Performer, call: Call, signal: AbortSignal): Promise<Performed> {
    const outcome = await performer.perform(call, signal);
    const begins = this.#prepared.get(call.key);
    this.#prepared.delete(call.key);
    const at = Date.now();
    return begins === undefined || !outcome.ok ? { at, outcome: limitOutcome(outcome) } : { at, begins };
  }
}
