import { err, ok, type Result } from '../base/index.ts';
import { findNeeds } from './findNeeds.ts';
import type { Files, Finding } from './Proposal.ts';
import { type ProposalPlan, planProposal, withNeeds } from './planProposal.ts';
import { readChanges } from './readChanges.ts';
import { type RebasedProposal, rebaseProposal } from './rebaseProposal.ts';
import type { StoredProposal } from './StoredProposal.ts';

/** Some changes of a proposal that waits, on the texts as they are now. */
export interface TakenChanges {
  readonly plan: ProposalPlan;
  /** Places in the stored proposal of the changes that are taken: those asked for, and what they need. */
  readonly taken: readonly number[];
  /** What keeps waiting, on the texts as they are then; null: nothing of it. */
  readonly left: StoredProposal | null;
}

/**
 * Takes some changes of a proposal and what they need; null: all. Those that no longer apply do not wait any longer. Refused where
 * none of them applies.
 */
export function takeChanges(
  stored: StoredProposal,
  files: Files,
  only: readonly number[] | null,
): Result<TakenChanges, readonly Finding[]> {
  const current = bringUp(stored, files);
  if (!current.ok) return current;
  const { proposal, kept } = current.value;
  const chosen = kept.flatMap((index, place) => (only === null || only.includes(index) ? [place] : []));
  if (chosen.length === 0) return err([NONE_LEFT]);
  const plan = planProposal(files, proposal, chosen);
  if (!plan.ok) return plan;
  const places = new Set(plan.value.changes.map(({ index }) => index));
  const changes = proposal.changes.filter((_, place) => !places.has(place));
  const base = new Map([...stored.base.keys()].flatMap((path) => textOf(plan.value.files, path)));
  return ok({
    plan: plan.value,
    taken: kept.filter((_, place) => places.has(place)),
    left: changes.length === 0 ? null : { ...stored, proposal: { ...proposal, changes }, base },
  });
}

/** A proposal without some of its changes and those that need them; null: nothing is left. `files`: the texts as they are now. */
export function dropChanges(stored: StoredProposal, files: Files, dropped: readonly number[]): StoredProposal | null {
  const { proposal, base } = stored;
  const read = readChanges(proposal);
  const needs = read.ok ? findNeeds(new Map([...files, ...base]), read.value) : new Map<number, readonly number[]>();
  const isDropped = (index: number): boolean =>
    dropped.includes(index) || [...withNeeds(needs, [index])].some((needed) => dropped.includes(needed));
  const changes = proposal.changes.filter((_, index) => !isDropped(index));
  return changes.length === 0 ? null : { ...stored, proposal: { ...proposal, changes } };
}

const NONE_LEFT: Finding = {
  code: 'NOTHING_LEFT',
  place: 'changes',
  message: 'These changes no longer apply.',
  next: 'Reject it, or ask its author to propose it again.',
};

function textOf(files: Files, path: string): readonly (readonly [string, string])[] {
  const text = files.get(path);
  return text === undefined ? [] : [[path, text]];
}

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
