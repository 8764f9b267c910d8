import { expect, test } from 'vitest';
import { applyTransaction, type Transaction } from '../../../text/index.ts';
import type { JudgedProposal, ProposalAnswers, ProposalQuestion, TakenProposal } from '../protocol/Proposals.ts';
import { answerProposal } from './answerProposal.ts';

const TEXT = 'tasks:\n  - id: a\n    type: basic\n    on_success: { next: b }\n  - id: b\n    type: basic\n';

const CHANGES = [
  { command: 'setField', task: 'a', field: 'timeout', value: '5s' },
  { command: 'addTask', id: 'c', type: 'basic', use: 'core:log' },
  { command: 'connect', source: 'b', target: 'c' },
];

const PROPOSAL = JSON.stringify({
  format: 'signalbox-proposal/1',
  at: '2026-11-29T10:00:00.000Z',
  who: 'agent',
  why: 'Be quick.',
  path: 'w.yaml',
  changes: CHANGES,
  base: { 'w.yaml': TEXT },
});

async function ask<Op extends keyof ProposalAnswers>(
  question: Omit<Extract<ProposalQuestion, { readonly op: Op }>, 'id' | 'text' | 'files'> & { readonly op: Op },
  { text = PROPOSAL, now = TEXT }: { readonly text?: string; readonly now?: string } = {},
): Promise<ProposalAnswers[Op]> {
  const files = new Map([['w.yaml', now]]);
  // The answer is of its question.
  return (await answerProposal({ id: 'one', text, files, ...question } as ProposalQuestion)) as ProposalAnswers[Op];
}

test('a proposal is judged change by change, with what comes along and what would come of all', async () => {
  const judged = (await ask({ op: 'judge' })) as JudgedProposal;
  const added = [{ path: 'w.yaml', severity: 'error', message: expect.stringContaining('belongs in “config”') }];
  expect(judged).toMatchObject({ who: 'agent', why: 'Be quick.', added, gone: 0 });
  expect(judged.changes.map(({ sentences, tasks, needs, state }) => ({ sentences, tasks, needs, state }))).toEqual([
    { sentences: ['In task “a”, timeout is new: “5s”.'], tasks: ['a'], needs: [], state: 'waits' },
    { sentences: ['The basic task “c” is new.'], tasks: ['c'], needs: [], state: 'waits' },
    { sentences: ['“b” now leads to “c” on success.'], tasks: ['b'], needs: [1], state: 'waits' },
  ]);
  expect(judged.after.get('w.yaml')).toContain('id: c');
});

test('on texts that changed meanwhile it says of each change whether it waits, is there or is lost', async () => {
  const now = TEXT.replace('    on_success', '    timeout: 9s\n    on_success');
  const judged = (await ask({ op: 'judge' }, { now })) as JudgedProposal;
  expect(judged.changes.map(({ state }) => state)).toEqual(['lost', 'waits', 'waits']);
  expect(judged.changes[0]?.why).toContain('was changed meanwhile');
  const same = TEXT.replace('    on_success', '    on_success').replace(
    'type: basic\n',
    'type: basic\n    timeout: 5s\n',
  );
  expect(((await ask({ op: 'judge' }, { now: same })) as JudgedProposal).changes[0]?.state).toBe('done');
});

test('a part is taken as one transaction on the texts of now, and what is left is a proposal again', async () => {
  const now = `# mine\n${TEXT}`;
  const taken = (await ask({ op: 'take', only: [0] }, { now })) as TakenProposal;
  const applied = applyTransaction(
    { files: new Map([['w.yaml', now]]), layouts: new Map() },
    taken.transaction satisfies Transaction,
  );
  expect(applied.ok && applied.value.files.get('w.yaml')).toBe(taken.after.get('w.yaml'));
  expect(taken.after.get('w.yaml')).toMatch(/^# mine\n(.*\n)+ +timeout: 5s\n/u);
  const left = (await ask(
    { op: 'judge' },
    { text: taken.left ?? '', now: taken.after.get('w.yaml') ?? '' },
  )) as JudgedProposal;
  expect(left.changes).toHaveLength(2);
  expect(await ask({ op: 'drop', dropped: [0, 1] })).toBeNull();
});

test('what is no proposal, or none of these texts, says why', async () => {
  expect(await ask({ op: 'judge' }, { text: '{' })).toEqual({ error: 'It is no JSON.' });
  const odd = PROPOSAL.replace('"task":"a"', '"task":"nobody"');
  const judged = (await ask({ op: 'judge' }, { text: odd })) as JudgedProposal;
  expect(judged.changes.map(({ state }) => state)).toEqual(['lost', 'lost', 'lost']);
  expect(judged.changes[0]?.why).toContain('does not apply to the texts it was written on');
  expect(await ask({ op: 'take', only: [7] })).toEqual({ error: 'These changes no longer apply.' });
});
