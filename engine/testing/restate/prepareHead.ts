import type { Json } from '../../base/index.ts';
import type { StartedHead } from '../../hosts/node/ChildJournals.ts';
import { prepareRun, type Variable } from '../../hosts/node/index.ts';

/** The beginning of a run of a text. Throws where it cannot start. */
export async function prepareHead(
  source: string,
  runId: string,
  { input = {}, variables = [], at = 0 }: { input?: Json; variables?: readonly Variable[]; at?: number } = {},
): Promise<StartedHead> {
  const request = { path: 'test.yaml', source, input, variables, simulate: false, seed: 1 };
  const prepared = await prepareRun(request, { runId, at, salt: runId, version: 'test' });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  return { path: 'test.yaml', source, files: [], salt: runId, start: prepared.value.started };
}
