import { describe, expect, test } from 'vitest';
import { formatLayout, readLayout } from '../../layout/index.ts';
import { EMPTY_LAYOUT, type Layout } from '../../text/index.ts';
import { mergeFile } from './mergeFile.ts';

function layout(places: Record<string, number>, more: Partial<Layout> = {}): string {
  const positions = new Map(Object.entries(places).map(([id, x]) => [id, { x, y: x }]));
  return formatLayout({ ...EMPTY_LAYOUT, positions, ...more });
}

const note = (id: string, text: string) =>
  ({ id, text, x: 0, y: 0, width: 100, height: 100, color: 'yellow' }) as const;

describe('a layout', () => {
  test('merges by card, note and frame; a card that both moved is where ours has it', () => {
    const base = layout({ a: 1, b: 1, c: 1 }, { collapsed: new Set(['a']), notes: [note('n', 'x'), note('m', 'x')] });
    const ours = layout(
      { a: 2, b: 2, c: 1, o: 5 },
      { collapsed: new Set(['a', 'o']), notes: [note('n', 'ours'), note('m', 'x')] },
    );
    const theirs = layout(
      { a: 3, c: 3, t: 6 },
      { collapsed: new Set(['t']), notes: [note('n', 'x'), note('m', 'theirs'), note('new', 'y')] },
    );
    const { text, conflicts } = mergeFile({ base, ours, theirs }, { path: 'w.layout.json' });
    expect(conflicts).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({
      positions: { a: { x: 2, y: 2 }, c: { x: 3, y: 3 }, o: { x: 5 }, t: { x: 6 } },
      collapsed: ['o', 't'],
      notes: [{ text: 'ours' }, { text: 'theirs' }, { id: 'new' }],
    });
    expect(readLayout(text)).not.toBeNull();
  });
});

test('tests merge by their names and parts, and call tasks as the merged workflow does', () => {
  const workflow = 'tasks:\n  - id: fetch\n    type: basic\n    use: core:http\n    with: { url: https://a.example }\n';
  const renamed = workflow.replace('fetch', 'load');
  const tests = 'tests:\n  - name: one\n    expect:\n      tasks:\n        fetch: { status: success }\n';
  const ours = tests.replace('fetch', 'load');
  const theirs = `${tests}  - name: two\n    answers:\n      fetch: { ok: true }\n`;
  const merge = mergeFile(
    { base: tests, ours, theirs },
    { path: 'w.test.yaml', workflows: [{ path: 'w.yaml', base: workflow, ours: renamed, theirs: workflow }] },
  );
  expect(merge).toMatchObject({
    conflicts: [],
    text: `${ours}  - name: two\n    answers:\n      load: { ok: true }\n`,
  });
});

test('a file of another program merges by line', () => {
  const base = 'services:\n  a: 1\n  b: 1\n';
  const merge = mergeFile(
    { base, ours: base.replace('a: 1', 'a: 2'), theirs: base.replace('b: 1', 'b: 2') },
    { path: 'compose.yaml' },
  );
  expect(merge.conflicts).toMatchObject([{ kind: 'lines' }]);
});
