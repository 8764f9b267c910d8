import { err, ok, type Result } from '../base/index.ts';
import type { FileChange, Transaction } from '../text/index.ts';
import type { Draft } from './Draft.ts';
import { explainRefusal } from './explainRefusal.ts';
import { findNeeds, type Play, playChanges } from './findNeeds.ts';
import type { Files, Finding, Proposal } from './Proposal.ts';
import type { ReadChange } from './readChange.ts';
import { readChanges } from './readChanges.ts';

/** A change of a plan. */
export interface PlannedChange {
  readonly index: number;
  /** The changes without which it does not apply, or would leave an error: where it is accepted they are too. */
  readonly needs: readonly number[];
}

/** What a proposal would do. */
export interface ProposalPlan {
  /** The texts of the workspace afterwards. */
  readonly files: Files;
  /** The same as one step that can be undone. */
  readonly transaction: Transaction;
  readonly changes: readonly PlannedChange[];
}

/** The texts that a plan changes, as they were: what a proposal is brought up from when they are others. */
export function baseOf(files: Files, plan: Pick<ProposalPlan, 'files'>): Files {
  return new Map(
    [...plan.files].flatMap(([path, text]) => {
      const was = files.get(path);
      return was === undefined || was === text ? [] : [[path, was] as const];
    }),
  );
}

/**
 * Plans all changes of a proposal on the texts of a workspace, or answers why they do not apply: all or none. Their order counts
 * only where two of them add to the same place. `accepted` omits all but these and what they need.
 */
export function planProposal(
  files: Files,
  proposal: Proposal,
  accepted?: readonly number[],
): Result<ProposalPlan, readonly Finding[]> {
  const changes = readChanges(proposal);
  if (!changes.ok) return changes;
  const whole = playChanges(files, changes.value);
  if (whole.refused.length > 0) return err(explainAll(whole, changes.value));
  const needs = findNeeds(files, changes.value);
  const planned = changes.value.map(({ index }) => ({ index, needs: needs.get(index) ?? [] }));
  if (accepted === undefined) return ok({ ...toResult(files, whole.draft), changes: planned });
  const kept = withNeeds(needs, accepted);
  const part = playChanges(
    files,
    changes.value.filter(({ index }) => kept.has(index)),
  );
  if (part.refused.length > 0) return err(explainAll(part, changes.value));
  return ok({ ...toResult(files, part.draft), changes: planned.filter(({ index }) => kept.has(index)) });
}

/** Some changes and all that they need. */
export function withNeeds(
  needs: ReadonlyMap<number, readonly number[]>,
  accepted: readonly number[],
): ReadonlySet<number> {
  const kept = new Set<number>();
  const open = [...accepted];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (kept.has(index) || !needs.has(index)) continue;
    kept.add(index);
    open.push(...(needs.get(index) ?? []));
  }
  return kept;
}

function explainAll({ draft, refused }: Play, changes: readonly ReadChange[]): readonly Finding[] {
  const failed = new Set(refused.map(({ change }) => change.index));
  const inOrder = refused.toSorted((a, b) => a.change.index - b.change.index);
  return inOrder.map(({ change, refusal }) =>
    explainRefusal(refusal, { change, draft, others: changes.filter(({ index }) => failed.has(index)) }),
  );
}

function toResult(before: Files, draft: Draft): Pick<ProposalPlan, 'files' | 'transaction'> {
  const created = [...draft.files].filter(([path]) => !before.has(path));
  const edited = draft.edited.filter((path) => before.has(path) && before.get(path) !== draft.files.get(path));
  const changes: FileChange[] = [
    ...edited.map((path): FileChange => ({ type: 'edit', path, edits: draft.editsOf(path) })),
    ...created.map(([path, text]): FileChange => ({ type: 'create', path, text })),
  ];
  return { files: draft.files, transaction: { origin: 'proposal', changes } };
}
