import {
  bringUp,
  type CurrentProposal,
  compareChecks,
  describeChanges,
  dropChanges,
  type Files,
  type Finding,
  formatStored,
  readStored,
  type StoredProposal,
  takeChanges,
} from '../../../author/index.ts';
import { assertNever, loadPatterns, type Result } from '../../../base/index.ts';
import type { JudgedProposal, ProposalAnswers, ProposalQuestion } from '../protocol/Proposals.ts';

/** Most new problems that are told one by one: a person looks at no more. */
const MOST_PROBLEMS = 50;

/** Answers a question about a proposal that waits. */
export async function answerProposal(question: ProposalQuestion): Promise<ProposalAnswers[ProposalQuestion['op']]> {
  await loadPatterns();
  const { id, text, files } = question;
  const stored = readStored(id, text);
  switch (question.op) {
    case 'judge':
      return stored.ok ? judge(stored.value, files) : { error: stored.error };
    case 'take':
      return stored.ok ? take(stored.value, files, question.only) : { error: stored.error };
    case 'drop': {
      const left = stored.ok ? dropChanges(stored.value, files, question.dropped) : null;
      return left === null ? null : formatStored(left);
    }
    default:
      return assertNever(question);
  }
}

function judge(stored: StoredProposal, files: Files): JudgedProposal | { readonly error: string } {
  const { who, why } = stored.proposal;
  const current = bringUp(stored, files);
  const described = describeChanges(stored, files);
  if (!current.ok && described.length === 0) return { error: sentenceOf(current.error) };
  const after = current.ok && current.value.plan !== null ? differing(files, current.value.plan.files) : new Map();
  const { added, gone } = compareChecks(files, current.ok ? (current.value.plan?.files ?? files) : files);
  return {
    who,
    why,
    at: stored.at,
    changes: described.map((change, index) => ({ ...change, ...stateOf(index, current) })),
    after,
    added: added
      .slice(0, MOST_PROBLEMS)
      .map(({ path, diagnostic: { severity, message } }) => ({ path, severity, message })),
    gone: gone.length,
  };
}

type State = Pick<JudgedProposal['changes'][number], 'state' | 'why'>;

function stateOf(index: number, current: Result<CurrentProposal, readonly Finding[]>): State {
  if (!current.ok) return { state: 'lost', why: sentenceOf(current.error) };
  const { done, lost } = current.value;
  if (done.includes(index)) return { state: 'done', why: '' };
  const found = lost.find((each) => each.index === index);
  return found === undefined ? { state: 'waits', why: '' } : { state: 'lost', why: found.finding.message };
}

function take(stored: StoredProposal, files: Files, only: readonly number[] | null): ProposalAnswers['take'] {
  const part = takeChanges(stored, files, only);
  if (!part.ok) return { error: sentenceOf(part.error) };
  const { plan, taken, left } = part.value;
  return {
    transaction: plan.transaction,
    taken,
    after: differing(files, plan.files),
    left: left === null ? null : formatStored(left),
  };
}

function differing(before: Files, after: Files): ReadonlyMap<string, string> {
  return new Map([...after].filter(([path, text]) => before.get(path) !== text));
}

function sentenceOf(findings: readonly Finding[]): string {
  return findings.map(({ message }) => message).join(' ');
}
