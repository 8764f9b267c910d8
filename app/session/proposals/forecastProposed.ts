import { holdsWorkflow } from '#engine';
import { forecastChange } from '#engine/run';
import { isMuchToRead } from '../document/reading.ts';
import { session } from '../store/store.ts';
import { knownPrices, loadPrices } from '../workspace/index.ts';
import type { ShownProposal } from './proposals.ts';

/**
 * What runs of the workflows that a proposal changes take and cost at most then, by their text, in sentences; none where that is as before; of a new workflow, in any case. Texts that
 * would hold the page are omitted.
 */
export async function forecastProposed({ judged, on }: ShownProposal): Promise<readonly string[]> {
  await loadPrices();
  const prices = knownPrices(session.getState().workspace);
  const after = new Map([...on, ...(judged?.after ?? [])]);
  return [...(judged?.after ?? [])].flatMap(([path, text]) =>
    holdsWorkflow(path) && !isMuchToRead(text) ? forecastChange({ before: on, after }, path, prices) : [],
  );
}
