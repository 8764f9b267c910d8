import { ok, type Result } from '../../../../base/index.ts';
import type { ReadableFiles, Vault } from '../../../../effects/index.ts';
import {
  type ChildRequest,
  childRunId,
  ENGINE_VERSION,
  prepareChild,
  takeHeld,
  type Variable,
} from '../../../../hosts/node/index.ts';
import type { Outcome } from '../../../../run/index.ts';
import { workflowName } from '../../../common/workflowNames.ts';
import type { Around, ChildFrame, RunBeginning } from '../../contract.ts';

/** The run around one that is prepared, and what its process gives. */
export interface BeginningParts {
  readonly frame: ChildFrame;
  readonly around: Around;
  readonly salt: string;
  readonly vault: Vault;
  readonly files: ReadableFiles;
  readonly variables: readonly Variable[];
}

/** Prepares the run that a call starts. The error is the outcome of the call; how many there may be in all is seen where it begins. */
export async function prepareBeginning(
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
