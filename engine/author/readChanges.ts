import { err, ok, type Result } from '../base/index.ts';
import type { Finding } from './Finding.ts';
import { findClashes } from './findClashes.ts';
import type { Proposal } from './Proposal.ts';
import { type ReadChange, readChange } from './readChange.ts';

/** Most changes of one proposal: what a person can still look at. */
export const MOST_CHANGES = 100;

/** Reads all changes of a proposal, and refuses those that say two things about one place. */
export function readChanges({ changes, path }: Proposal): Result<readonly ReadChange[], readonly Finding[]> {
  if (changes.length === 0 || changes.length > MOST_CHANGES) return err([wrongCount(changes.length)]);
  const read = changes.map((raw, index) => readChange(raw, index, path));
  const findings = read.flatMap((result) => (result.ok ? [] : result.error));
  const values = read.flatMap((result) => (result.ok ? [result.value] : []));
  const clashes = findings.length === 0 ? findClashes(values) : [];
  return findings.length + clashes.length > 0 ? err([...findings, ...clashes]) : ok(values);
}

function wrongCount(count: number): Finding {
  const message =
    count === 0 ? 'A proposal needs at least one change.' : `${count} changes are too many for one proposal.`;
  return { code: 'INVALID_CHANGE', place: 'changes', message, next: `Give 1 to ${MOST_CHANGES} changes.` };
}
