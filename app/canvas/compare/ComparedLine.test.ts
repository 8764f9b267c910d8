import { beforeAll, expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { arrangeGraph } from '../model/arrangeGraph.ts';
import { toComparedFlow, toLine } from './ComparedLine.tsx';

beforeAll(() => loadPlacing());

test('a line says in which run it was taken, and how often where that differs', () => {
  expect(toLine(0, 0)).toEqual({ verdict: 'untaken', words: null, sign: '' });
  expect(toLine(2, 2)).toEqual({ verdict: 'same', words: null, sign: '' });
  expect(toLine(0, 1)).toEqual({ verdict: 'newer', words: 'only newer', sign: '+' });
  expect(toLine(3, 0)).toEqual({ verdict: 'older', words: 'only older, 3 times', sign: '−' });
  expect(toLine(2, 3)).toEqual({ verdict: 'changed', words: '2 times, then 3', sign: '×2→3' });
});

test('cards and lines carry their marks and say them aloud', () => {
  const text = 'tasks:\n  - {id: a, type: basic, on_success: {next: b}}\n  - {id: b, type: basic}\n';
  const { graph, workflow } = analyze('a.yaml', text);
  const mark = { verdict: 'changed', older: null, newer: null, badge: 'Differs', words: 'differs: output' } as const;
  const { nodes, edges } = toComparedFlow(arrangeGraph(graph, EMPTY_LAYOUT, 'right'), {
    workflow,
    marks: new Map([['a', mark]]),
    taken: { older: new Map(), newer: new Map([['a>on_success>b', 1]]) },
    selected: 'a',
  });
  const [a, b] = nodes;
  expect(a?.ariaLabel).toMatch(/^a, .*differs: output$/);
  expect([a?.selected, b?.selected]).toEqual([true, false]);
  expect(a?.data).toMatchObject({ mark });
  expect(edges.map(({ data, ariaLabel }) => [data?.line.verdict, ariaLabel])).toEqual([
    ['newer', 'From a, success, to b, only newer'],
  ]);
});
