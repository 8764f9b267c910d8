import { err, loadPatterns, ok, type Result } from '../../../base/index.ts';
import { noDigest, TrackedRun } from '../../../driver/index.ts';
import { Exposure } from '../../../effects/index.ts';
import { type RunError, readStart, type ToolCall } from '../../../run/index.ts';
import { prepareEnv, takeRecorded } from '../../prepareEnv.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { replayInSlices } from '../platform/replayInSlices.ts';
import type { SentAgain, Variable } from '../protocol/protocol.ts';
import { workflowOf } from '../run/record/workflowOf.ts';
import { askerOf, openPerformer, type PerformerHost } from '../workspace/openPerformer.ts';

/** What a request needs of the engine. */
export interface SendContext extends PerformerHost {
  readonly uniqueText: () => string;
  readonly variables: readonly Variable[];
}

/**
 * Makes a call of `core:http` of a recorded run once more, as the machine asked for it then, and answers with what came. Nothing of the
 * run changes, and nothing is recorded. Its idempotency key is a new one: it is another request. The error says why it was not made.
 */
export async function sendAgain(
  recorded: JournaledRun | null,
  key: string,
  context: SendContext,
): Promise<Result<SentAgain, RunError>> {
  // What a run says that came from a file is not made.
  if (recorded === null || recorded.summary.isImported === true) return err(missing());
  await loadPatterns();
  const { clock, uniqueText, variables } = context;
  const workflow = workflowOf(recorded);
  const found = await findCall(recorded, key, clock);
  if (found === null || found.call.use !== 'core:http') return err(missing());
  const { summary, details } = recorded;
  const { salt = '', baseUrl } = details;
  const { vault } = prepareEnv(workflow, takeRecorded(variables, found.env, salt), salt);
  const exposure = new Exposure();
  const performer = openPerformer({ ...askerOf(summary), baseUrl, vault, variables, exposure }, context);
  const at = clock.now();
  const { onceKey: _, ...asked } = found.call;
  const call: ToolCall = { ...asked, key: `${summary.runId}/again-${uniqueText()}`, simulate: false };
  const outcome = await performer.perform(call, new AbortController().signal);
  performer.close();
  const duration = clock.now() - at;
  return ok(
    outcome.ok
      ? { at, duration, response: outcome.value, error: null }
      : { at, duration, response: null, error: outcome.error },
  );
}

/** A call as the machine asked for it, and the variables that the run was started with. Nothing is performed. */
async function findCall(recorded: JournaledRun, key: string, clock: Clock) {
  const tracked = TrackedRun.begin(workflowOf(recorded), noDigest);
  for await (const { effects } of replayInSlices(tracked, recorded.inputs, clock))
    for (const effect of effects)
      if (effect.type === 'tool.call' && effect.key === key)
        return { call: effect, env: readStart(tracked.run)?.env ?? {} };
  return null;
}

function missing(): RunError {
  const message = 'This request is no longer stored, or the run did not make it.';
  return { code: 'REFERENCE_ERROR', message, details: { type: 'call.missing', reason: message } };
}
