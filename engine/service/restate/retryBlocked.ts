import type { Missing } from '../../run/index.ts';
import type { GivenToRuns } from '../common/GivenToRuns.ts';
import type { Mail } from './contract.ts';
import { MAILBOX } from './handlers.ts';
import { Ingress, type RestateAddresses } from './Ingress.ts';
import { StoredRuns } from './StoredRuns.ts';

/**
 * Resumes the runs of a cluster that are blocked by something that a worker has: asked once it is known to the cluster. A run inside is
 * resumed with the outermost one, unless that is paused for something else. What is still missing elsewhere blocks them again.
 * @param at now, in ms since the epoch
 */
export async function retryBlocked(addresses: RestateAddresses, given: GivenToRuns, at: number): Promise<void> {
  const ingress = new Ingress(addresses);
  const rows = await new StoredRuns(ingress).blocked();
  const tried = new Set<string>();
  for (const [runId, { blocked, parent }] of rows)
    if (blocked !== undefined && blocked !== 'child' && has(given, blocked)) tried.add(parent?.root ?? runId);
  const resume: Mail = { type: 'resume', at, repeat: null };
  for (const runId of tried)
    if (rows.get(runId)?.blocked !== undefined) await ingress.call(MAILBOX.push, [runId, resume]);
}

function has({ variables, ports }: GivenToRuns, missing: Missing): boolean {
  switch (missing.what) {
    case 'secret':
      return variables.some(({ name }) => name === missing.name);
    // Headers of servers may name what no run is given.
    case 'variable':
      return variables.some(({ name }) => name === missing.name) || ports.env[missing.name] !== undefined;
    case 'server':
      return ports.mcpServers.some(({ name }) => name === missing.name);
    case 'workspace':
    case 'state':
      return true;
  }
}
