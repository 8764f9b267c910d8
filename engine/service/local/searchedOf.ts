import { effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded } from '../../hosts/node/index.ts';
import { toSearched } from '../heads.ts';
import { maskedInTurns } from './masked.ts';
import { type GivenToRuns, vaultOf } from './openRun.ts';
import type { RunHead } from './RunFiles.ts';

/** What a search looks through of the input of a run. Its secrets are masked: who searches must not find out what they are. */
export async function searchedOf(head: RunHead, given: GivenToRuns): Promise<string> {
  const { input } = head.start;
  if (!given.variables.some(({ isSecret }) => isSecret)) return toSearched(input);
  const workflow = effectiveWorkflow(analyzeRecorded(head));
  return toSearched(await maskedInTurns(input, vaultOf({ head, workflow }, given).vault, given.ports.turns));
}
