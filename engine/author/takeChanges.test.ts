import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import type { StoredProposal } from './StoredProposal.ts';
import { dropChanges, takeChanges } from './takeChanges.ts';

beforeAll(loadPatterns);

const TEXT = 'tasks:\n  - id: a # mine\n    type: basic\n    on_success: { next: b }\n  - id: b\n    type: basic\n';

const STORED: StoredProposal = {
  id: 'one',
  at: '2026-11-29T10:00:00.000Z',
  proposal: {
    who: 'agent',
    why: 'Be quick.',
    path: 'w.yaml',
    changes: [
      { command: 'setField', task: 'a', field: 'timeout', value: '5s' },
      { command: 'addTask', id: 'c', type: 'basic', use: 'core:log' },
      { command: 'connect', source: 'b', target: 'c' },
    ],
  },
  base: new Map([['w.yaml', TEXT]]),
};

const files = (text = TEXT): ReadonlyMap<string, string> => new Map([['w.yaml', text]]);

test('a change is taken with what it needs, and the rest waits on the text as it is then', () => {
  const part = takeChanges(STORED, files(), [2]);
  if (!part.ok) throw new Error('refused');
  const { plan, taken, left } = part.value;
  expect(taken).toEqual([1, 2]);
  expect(plan.files.get('w.yaml')).toContain('id: c');
  expect(left?.proposal.changes).toEqual([STORED.proposal.changes[0]]);
  expect(left?.base).toEqual(plan.files);
  const rest = left && takeChanges(left, plan.files, null);
  expect(rest).toMatchObject({ ok: true, value: { taken: [0], left: null } });
});

test('places are those of the proposal that waits, also where changes before them no longer apply', () => {
  const edited = files(TEXT.replace('    on_success', '    timeout: 9s\n    on_success'));
  const part = takeChanges(STORED, edited, [1]);
  expect(part).toMatchObject({ ok: true, value: { taken: [1] } });
  expect(part.ok && part.value.plan.files.get('w.yaml')).toContain('timeout: 9s');
  // What no longer applies waits no longer.
  expect(part.ok && part.value.left?.proposal.changes).toEqual([STORED.proposal.changes[2]]);
  expect(takeChanges(STORED, edited, [0])).toMatchObject({ ok: false, error: [{ code: 'NOTHING_LEFT' }] });
});

test('a change that is dropped goes with those that need it', () => {
  expect(dropChanges(STORED, files(), [1])?.proposal.changes).toEqual([STORED.proposal.changes[0]]);
  expect(dropChanges(STORED, files(), [2])?.proposal.changes).toEqual(STORED.proposal.changes.slice(0, 2));
  expect(dropChanges(STORED, files(), [0, 1])).toBeNull();
});
