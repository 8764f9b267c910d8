import { expect, it } from 'vitest';
import { readLayout } from '#engine/layout';
import { tellArrangement, tellChanges } from './tellChanges.ts';
import { summarize } from './VersionRow.tsx';

const BEFORE = 'tasks:\n  - id: a\n    type: basic\n';
const AFTER = BEFORE.replace('id: a', 'id: b') + '  - id: c\n    type: basic\n';

it('says the first change of a workflow, and how many more there are', () => {
  const changes = tellChanges('a.yaml', BEFORE, AFTER) ?? [];
  const [first, second] = changes;
  expect(changes.map(({ kind }) => kind)).toContain('task.added');
  expect(summarize(changes.slice(0, 2))).toBe(`${first?.sentence.replace(/\.$/, '')}, and 1 more.`);
  expect(summarize(changes.slice(1, 2))).toBe(second?.sentence);
});

it('says nothing of tests, of what is the same, and of a long text', () => {
  expect(tellChanges('a.test.yaml', BEFORE, AFTER)).toBeNull();
  expect(tellChanges('a.yaml', BEFORE, `${AFTER}#${'x'.repeat(200_000)}`)).toBeNull();
  expect([summarize(null), summarize([])]).toEqual([null, null]);
});

it('says which cards are elsewhere than in an earlier arrangement, and nothing where that cannot be read', () => {
  const [was, is] = [3, 9].map((x) => `{"version":1,"positions":{"a":{"x":${x},"y":0},"b":{"x":1,"y":1}}}`);
  const now = readLayout(is ?? '') ?? undefined;
  expect(tellArrangement(was ?? '', now)).toEqual(['The card “a” moved.']);
  expect(tellArrangement(null, now)).toEqual(['The cards “a” and “b” are placed by hand.']);
  expect(tellArrangement(is ?? '', now)).toEqual([]);
  expect(tellArrangement('no layout', now)).toEqual([]);
});
