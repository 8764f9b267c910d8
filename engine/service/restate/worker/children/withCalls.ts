import type { Context } from '@restatedev/restate-sdk';
import type { Exposure, RunWorkflow } from '../../../../effects/index.ts';
import { childRunId, ENGINE_VERSION, prepareChild, type StartedHead, takeHeld } from '../../../../hosts/node/index.ts';
import type { Outcome } from '../../../../run/index.ts';
import { workflowName } from '../../../common/workflowNames.ts';
import { MAILBOX } from '../../handlers.ts';
import type { ChildFrame, RunBeginning } from '../../messages.ts';
import { openVault } from '../../openVault.ts';
import type { PerformCall } from '../calls/InlineCalls.ts';
import { send } from '../context.ts';
import type { WorkerPorts } from '../WorkerPorts.ts';

/** The run whose calls are made. */
interface CallingRun {
  readonly salt: string;
  /** Names of its secrets. */
  readonly secrets: readonly string[];
  readonly exposure: Exposure;
  /** What runs take from it that its calls start now. */
  readonly frame: () => ChildFrame;
}

/** What a call answers whose run is prepared: no one sees it. */
const PREPARED: Outcome = { ok: true, value: null, simulated: false, warnings: [] };

/** Does something with what makes the calls of a run. One of `core:workflow` only prepares its run: to begin that is a step of its own. */
export async function withCalls<T>(
  { variables, files, openPerformer }: WorkerPorts,
  { salt, secrets, exposure, frame }: CallingRun,
  work: (perform: PerformCall) => Promise<T>,
): Promise<T> {
  const vault = openVault(variables, secrets, salt);
  const prepared = new Map<string, RunBeginning>();
  const runWorkflow: RunWorkflow = async (asked) => {
    const { place, prices, budget, since } = frame();
    const around = { secrets, exposed: [...exposure] };
    const at = Math.max(Date.now(), since);
    const stamp = { runId: childRunId(asked.key), at, salt, version: ENGINE_VERSION };
    const given = { files, variables: takeHeld(variables, vault), prices, budget, stamp };
    // How many there may be in all is seen where it begins.
    const child = await prepareChild(asked, { place, count: 0, most: 1, ...given });
    if (!child.ok) return child.error;
    const { source, imported, started } = child.value;
    const { file: path } = asked;
    const head = { path, source, files: [...imported], salt, start: started };
    prepared.set(asked.key, { head, workflow: workflowName(path) ?? path, trigger: null, queuedAt: at, around });
    return PREPARED;
  };
  const { files: chain, root } = frame().place;
  const [outermost = '', file = outermost] = [chain[0], chain.at(-1)];
  const performer = openPerformer({ file, outermost, root, salt, vault, exposure, runWorkflow });
  try {
    return await work(async (call, signal) => {
      const outcome = await performer.perform(call, signal);
      const begins = prepared.get(call.key);
      prepared.delete(call.key);
      const at = Date.now();
      return begins === undefined || !outcome.ok ? { at, outcome: limitOutcome(outcome) } : { at, begins };
    });
  } finally {
    performer.close();
  }
}

/** Has the run around one paused that cannot be restored. */
export function sendUnreadable(ctx: Context, { start }: StartedHead): void {
  const { parent, runId, file, at } = start;
  if (parent === undefined) return;
  const mail = { type: 'child', at, key: parent.key, child: { runId, file }, pauses: 'child' } as const;
  send(ctx, MAILBOX.push, [parent.runId, mail]);
}

/** Most characters of an outcome. Restate takes 32 MiB in one message; one that is larger would be made again for ever. */
const MOST = 8 * 1024 * 1024;

/** An outcome that can be recorded: `RESULT_TOO_LARGE` in place of one that cannot. */
export function limitOutcome(outcome: Outcome): Outcome {
  const size = JSON.stringify(outcome).length;
  if (size <= MOST) return outcome;
  const message = `The result of this call has ${size} characters as JSON; at most ${MOST} can be recorded. Ask for less, or keep it elsewhere and return where it is.`;
  const details = { type: 'result.size', reason: message, size, most: MOST };
  return { ok: false, error: { code: 'RESULT_TOO_LARGE', message, details }, retryAfter: null };
}
