import type { Context } from '@restatedev/restate-sdk';
import { ok, type Result } from '../../../../base/index.ts';
import type { Exposure, Performer, ReadableFiles, RunWorkflow, Vault } from '../../../../effects/index.ts';
import {
  type ChildRequest,
  childRunId,
  ENGINE_VERSION,
  prepareChild,
  type StartedHead,
  takeHeld,
  type Variable,
} from '../../../../hosts/node/index.ts';
import type { Call, Outcome } from '../../../../run/index.ts';
import { workflowName } from '../../../common/workflowNames.ts';
import { MAILBOX } from '../../handlers.ts';
import type { Around, ChildFrame, Performed, RunBeginning } from '../../messages.ts';
import type { PerformCall } from '../calls/InlineCalls.ts';
import { limitOutcome } from '../limitOutcome.ts';
import { send } from '../send.ts';
import type { WorkerPorts } from '../WorkerPorts.ts';

/** The run whose calls are made. */
interface CallingRun {
  readonly salt: string;
  readonly vault: Vault;
  /** Names of the secrets that the vault has. */
  readonly secrets: readonly string[];
  readonly exposure: Exposure;
  /** What runs take from it that its calls start now. */
  readonly frame: () => ChildFrame;
}

/** What makes the calls of a run, until it is closed. */
export function openCalls(
  { variables, files, openPerformer }: WorkerPorts,
  { salt, vault, secrets, exposure, frame }: CallingRun,
): { readonly perform: PerformCall; readonly close: () => void } {
  const starts = new PreparedStarts((asked) => {
    const around = { secrets, exposed: [...exposure] };
    return prepareBeginning(asked, { frame: frame(), around, salt, vault, files, variables });
  });
  const { files: around, root } = frame().place;
  const [outermost = '', file = outermost] = [around[0], around.at(-1)];
  const performer = openPerformer({ file, outermost, root, salt, vault, exposure, runWorkflow: starts.runWorkflow });
  return {
    perform: (call, signal) => starts.perform(performer, call, signal),
    close: () => performer.close(),
  };
}

/** Prepares the run that a call starts; the error is the outcome of the call. */
type PrepareChild = (asked: ChildRequest) => Promise<Result<RunBeginning, Outcome>>;

/** What a call answers whose run is prepared: no one sees it. */
const PREPARED: Outcome = { ok: true, value: null, simulated: false, warnings: [] };

/** Makes calls; one of `core:workflow` only prepares its run, since to begin it is recorded as a step of the run that has made the call. */
class PreparedStarts {
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

/** The run around one that is prepared, and what its process gives. */
interface BeginningParts {
  readonly frame: ChildFrame;
  readonly around: Around;
  readonly salt: string;
  readonly vault: Vault;
  readonly files: ReadableFiles;
  readonly variables: readonly Variable[];
}

/** Prepares the run that a call starts. The error is the outcome of the call; how many there may be in all is seen where it begins. */
async function prepareBeginning(
  asked: ChildRequest,
  { frame, around, salt, vault, files, variables }: BeginningParts,
): Promise<Result<RunBeginning, Outcome>> {
  const { place, prices, budget, since } = frame;
  const at = Math.max(Date.now(), since);
  const stamp = { runId: childRunId(asked.key), at, salt, version: ENGINE_VERSION };
  const given = { files, variables: takeHeld(variables, vault), prices, budget, stamp };
  const prepared = await prepareChild(asked, { place, count: 0, most: 1, ...given });
  if (!prepared.ok) return prepared;
  const { source, imported, started } = prepared.value;
  const { file } = asked;
  const head = { path: file, source, files: [...imported], salt, start: started };
  return ok({ head, workflow: workflowName(file) ?? file, trigger: null, queuedAt: at, around });
}

/** Has the run around one paused that cannot be restored. */
export function sendUnreadable(ctx: Context, { start }: StartedHead): void {
  const { parent, runId, file, at } = start;
  if (parent === undefined) return;
  const mail = { type: 'child', at, key: parent.key, child: { runId, file }, pauses: 'child' } as const;
  send(ctx, MAILBOX.push, [parent.runId, mail]);
}
