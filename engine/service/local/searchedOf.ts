import { effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded } from '../../hosts/node/index.ts';
import { type GivenToRuns } from '../common/GivenToRuns.ts';
import { maskedInTurns } from '../common/masked.ts';
import type { RunHead } from '../common/RunHead.ts';
import { toSearched } from '../heads.ts';
import { vaultOf } from './openRun.ts';

/** What a search looks through of the input of a run. Its secrets are masked: who searches must not find out what they are. */
export async function searchedOf(head: RunHead, given: GivenToRuns): Promise<string> {
  const { input } = head.start;
  if (!given.variables.some(({ isSecret }) => isSecret)) return toSearched(input);
  const workflow = effectiveWorkflow(analyzeRecorded(head));
  return toSearched(await maskedInTurns(input, vaultOf({ head, workflow }, given).vault, given.ports.turns));
}
