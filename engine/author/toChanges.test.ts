import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../testing/index.ts';
import { planProposal } from './planProposal.ts';
import { toChanges } from './toChanges.ts';

const TEXT = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n  - id: c\n    type: basic\n';

function played(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): unknown {
  const changes = toChanges(before, after);
  const plan = planProposal(before, { who: 'a', why: 'b', path: 'w.yaml', changes });
  return plan.ok ? plan.value.files : plan.error;
}

test('what differs is a change for each stretch of lines, with as many lines around it as name it', () => {
  const after = TEXT.replace('id: a', 'id: first').replace('c\n    type: basic', 'c\n    type: wait');
  const changes = toChanges(new Map([['w.yaml', TEXT]]), new Map([['w.yaml', after]]));
  expect(changes).toEqual([
    { edit: { old: '  - id: a\n', new: '  - id: first\n' }, path: 'w.yaml' },
    {
      edit: { old: expect.stringContaining('id: c\n    type: basic\n'), new: expect.stringContaining('type: wait\n') },
      path: 'w.yaml',
    },
  ]);
  expect(played(new Map([['w.yaml', TEXT]]), new Map([['w.yaml', after]]))).toEqual(new Map([['w.yaml', after]]));
});

test('a new file is one, and one that is gone is none', () => {
  const before = new Map([['old.yaml', TEXT]]);
  expect(toChanges(before, new Map([['new.yaml', TEXT]]))).toEqual([{ create: TEXT, path: 'new.yaml' }]);
});

test('more changes than a proposal takes are one for each file', () => {
  const lines = Array.from({ length: 250 }, (_, index) => `# line ${index}\n`);
  const before = new Map([['w.yaml', lines.join('')]]);
  const after = new Map([
    ['w.yaml', lines.map((line, index) => (index % 2 === 0 ? line : `# other ${index}\n`)).join('')],
  ]);
  expect(toChanges(before, after)).toHaveLength(1);
  expect(played(before, after)).toEqual(after);
});

test('they lead from any text to any other', () => {
  const line = fc.constantFrom('a: 1\n', 'b: 1\n', '  c: 1\n', '# x\n', '\n', 'a: 1', 'ä: 🙂\n');
  const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [from, to] = [new Map([['w.yaml', before]]), new Map([['w.yaml', after]])];
      if (before !== after) expect(played(from, to)).toEqual(to);
    }),
    { numRuns: numRuns(60) },
  );
});
