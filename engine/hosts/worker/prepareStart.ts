import { ok, type Result } from '../../base/index.ts';
import { prepareRun } from '../prepareRun.ts';
import type { EngineContext } from './EngineContext.ts';
import type { RunRequest, StartFailure, Variable } from './protocol/protocol.ts';
import type { NewRecord } from './run/open/openExecution.ts';
import { startSummary } from './run/record/toSummary.ts';
import type { WorkspacePorts } from './workspace/WorkspacePorts.ts';

/** A run that can be stored and executed. */
export interface PreparedStart {
  readonly record: NewRecord;
  /** With those that the workflows below it are given. */
  readonly variables: readonly Variable[];
}

/** Makes the record of a new run of a file, under a new id; the failure where its text or its input does not allow one. */
export async function prepareStart(
  { clock, secrets, uniqueText, version }: EngineContext,
  workspace: WorkspacePorts,
  request: RunRequest,
): Promise<Result<PreparedStart, StartFailure>> {
  const given = secrets.fill(request.variables);
  const runId = `run-${uniqueText()}`;
  const salt = uniqueText();
  const stamp = { runId, at: clock.now(), salt, version };
  const prepared = await prepareRun({ ...request, variables: given }, stamp);
  if (!prepared.ok) return prepared;
  const { addUnset } = await import('../unsetVariables.ts');
  const all = addUnset(prepared.value.workflow, given);
  const whole = all === given ? given : secrets.fill(all);
  const variables = await workspace.takeBelow(prepared.value.workflow, whole);
  const taken = variables === whole ? prepared : await prepareRun({ ...request, variables }, stamp);
  if (!taken.ok) return taken;
  const { started, workflow, imported } = taken.value;
  const { source, baseUrl } = request;
  const { sealRun } = await import('../RunSeal.ts');
  const seal = sealRun({ path: started.file, source, files: imported, start: started });
  const details = { runId, source, files: imported, input: started.input, engine: version, salt, baseUrl, seal };
  return ok({
    record: { summary: startSummary(started, workflow.name), details, inputs: [started], workflow },
    variables,
  });
}
