import { EgressError, fail } from '../../../effects/index.ts';
import { SERVE_CONFIG } from '../../../model/index.ts';
import type { ReachTarget } from './matchEntry.ts';
import type { ReachRefusal } from './ReachRules.ts';

/** What a request fails with whose target may not be reached: which address that is, why, and what would allow it. */
export function explainReach(refusal: ReachRefusal, target: ReachTarget, workflow: string): EgressError {
  const { host, port, address } = target;
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const reason = refusal.type === 'denied' ? 'denied' : refusal.kind;
  const message = `${place} may not be called by workflows on this server: ${describe(refusal, target)} ${howTo(refusal, place, workflow)}`;
  return new EgressError(fail('AUTHORIZATION_ERROR', message, { type: 'reach', reason, host, port, address }));
}

function describe(refusal: ReachRefusal, { host, address }: ReachTarget): string {
  const leads = host === address ? null : `it leads to ${address}`;
  if (refusal.type === 'special')
    return leads === null ? `it is ${refusal.words}.` : `${leads}, which is ${refusal.words}.`;
  const { entry, workflow } = refusal;
  const refuses = `“${entry}” under ${keyOf(workflow)} refuses it.`;
  return leads === null ? refuses : `${leads}, and ${refuses}`;
}

function howTo(refusal: ReachRefusal, place: string, workflow: string): string {
  if (refusal.type === 'denied' && refusal.workflow !== null)
    return `To allow it, remove that entry from ${SERVE_CONFIG}.`;
  const allow = `allow: ["${place}"]`;
  const line = refusal.type === 'special' ? allow : `workflows: { ${JSON.stringify(workflow)}: { ${allow} } }`;
  return `Whoever runs the server can allow it in ${SERVE_CONFIG}: reach: { ${line} }`;
}

function keyOf(workflow: string | null): string {
  return workflow === null ? 'reach.deny' : `reach.workflows.${workflow}.deny`;
}
