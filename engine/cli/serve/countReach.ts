import type { Reach, ReachRefusal } from '../../hosts/node/index.ts';
import type { RefusalCounts } from '../../server/index.ts';
import type { RefusedBy } from '../../service/index.ts';

/** Counts each call that may not reach its address, from now on. */
export function countReach(reach: Reach, counts: RefusalCounts): void {
  reach.onRefuse = (refusal) => counts.count(toRefusedBy(refusal));
}

/** The entry of `deny`, or the kind of the address, that a call was refused for. */
function toRefusedBy(refusal: ReachRefusal): RefusedBy {
  const code = 'AUTHORIZATION_ERROR';
  return refusal.type === 'denied'
    ? { rule: 'reach.deny', name: refusal.entry, code }
    : { rule: 'reach', name: refusal.kind, code };
}
