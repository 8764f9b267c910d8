import { expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { arrangeGraph } from './arrangeGraph.ts';
import { MARGIN, openingView } from './openingView.ts';

const PANE = { width: 1000, height: 600 };

function open(count: number, direction: 'right' | 'down' = 'right') {
  const tasks = Array.from({ length: count }, (_, i) => `{id: t${i}, type: basic, on_success: {next: t${i + 1}}}`);
  return openingView(
    arrangeGraph(analyze('a.yaml', `tasks: [${tasks.join(', ')}]`).graph, EMPTY_LAYOUT, direction),
    PANE,
  );
}

test('a small workflow is shown whole, in the middle, never larger than life', () => {
  expect(open(1)).toEqual({ x: 500 - 108, y: (MARGIN.top + 600 - MARGIN.bottom) / 2 - 30, zoom: 1 });
});

test('one of a few cards is shown whole, however small that makes them', () => {
  const view = open(6);
  expect(view?.zoom).toBeGreaterThan(0.45);
  expect(view?.zoom).toBeLessThan(0.65);
  expect(view?.x).toBeCloseTo(MARGIN.left);
});

test('a long one begins at the margin and stays readable', () => {
  expect(open(40)).toMatchObject({ x: MARGIN.left, zoom: 0.65 });
  expect(open(40, 'down')).toMatchObject({ y: MARGIN.top, zoom: 0.65 });
});

test('a broad one leaves no room empty beside the start', () => {
  const targets = Array.from({ length: 30 }, (_, i) => `t${i}`);
  const tasks = [
    `{id: s, type: basic, on_success: {next: [${targets.join()}]}}`,
    ...targets.map((id) => `{id: ${id}, type: basic}`),
  ];
  const positions = new Map([['s', { x: 0, y: 0 }], ...targets.map((id, i) => [id, { x: 300, y: i * 100 }] as const)]);
  const { graph } = analyze('a.yaml', `tasks: [${tasks.join()}]`);
  const view = openingView(arrangeGraph(graph, { ...EMPTY_LAYOUT, positions }, 'right'), PANE);
  expect(view).toMatchObject({ y: MARGIN.top, zoom: 0.65 });
});

test('without cards there is nothing to show', () => {
  expect(open(0)).toBe(null);
});
