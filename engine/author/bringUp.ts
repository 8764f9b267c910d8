import { err, ok, type Result } from '../base/index.ts';
import type { Finding } from './Finding.ts';
import type { Files } from './Proposal.ts';
import { type ProposalPlan, planProposal } from './planProposal.ts';
import { type RebasedProposal, rebaseProposal } from './rebaseProposal.ts';
import type { StoredProposal } from './StoredProposal.ts';

/** A proposal on the texts as they are now. */
export interface CurrentProposal extends RebasedProposal {
  /** Null where nothing of it is left. */
  readonly plan: ProposalPlan | null;
}

/** Brings a stored proposal onto the texts as they are now. Refused where it does not apply to the texts that it was written on. */
export function bringUp({ proposal, base }: StoredProposal, files: Files): Result<CurrentProposal, readonly Finding[]> {
  const rebased = rebaseProposal(proposal, new Map([...files, ...base]), files);
  if (!rebased.ok) return rebased;
  if (rebased.value.kept.length === 0) return ok({ ...rebased.value, plan: null });
  const planned = planProposal(files, rebased.value.proposal);
  return planned.ok ? ok({ ...rebased.value, plan: planned.value }) : err(planned.error);
}
