import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import { arrangeGraph } from './arrangeGraph.ts';
import { MARGIN, marginOf, openingView } from './openingView.ts';

const PANE = { width: 1000, height: 600 };

function arrangeChain(count: number, direction: 'right' | 'down' = 'right') {
  const tasks = Array.from({ length: count }, (_, i) => `{id: t${i}, type: basic, on_success: {next: t${i + 1}}}`);
  return arrangeGraph(analyze('a.yaml', `tasks: [${tasks.join(', ')}]`).graph, EMPTY_LAYOUT, direction);
}

function open(count: number, direction: 'right' | 'down' = 'right', width = PANE.width) {
  return openingView(arrangeChain(count, direction), { ...PANE, width });
}

test('a small workflow is shown whole, in the middle, never larger than life', () => {
  expect(open(1)).toEqual({ x: 500 - 108, y: (MARGIN.top + 600 - MARGIN.bottom) / 2 - 30, zoom: 1 });
});

test('one that is too long to be read as a whole begins at the margin and is readable, few cards or many', () => {
  for (const count of [10, 40]) {
    expect(open(count)).toMatchObject({ x: MARGIN.left, zoom: 0.85 });
    expect(open(count, 'down')).toMatchObject({ y: MARGIN.top, zoom: 0.85 });
  }
});

test('a long chain is broken into rows that are read in a window of 1440', () => {
  for (const count of [6, 7, 8, 10, 15]) {
    const view = openingView(arrangeChain(count), { width: 1392, height: 852 });
    expect(view?.zoom).toBeGreaterThan(0.85);
  }
});

test('one that can be read as a whole is shown whole', () => {
  for (const width of [1000, 940]) {
    const view = open(4, 'right', width);
    expect(view?.zoom).toBeGreaterThan(0.75);
    expect(view?.zoom).toBeLessThan(0.9);
    expect(view?.x).toBeCloseTo(MARGIN.left);
  }
  expect(open(4, 'right', 940)?.zoom).toBeLessThan(0.8);
});

test('what a window of 1024 can show a little smaller is not cut there', () => {
  const samples = ['support-triage', 'orders-report', 'research-fanout', 'purchase-approval'];
  for (const sample of samples) {
    const text = readFileSync(`public/samples/${sample}.yaml`, 'utf8');
    const shown = arrangeGraph(analyze('a.yaml', text).graph, EMPTY_LAYOUT, 'right');
    const view = openingView(shown, { width: 976, height: 720 });
    if (!view) expect.unreachable();
    const ends = [...shown.boxes.values()].map(({ x, width }) => (x + width) * view.zoom + view.x);
    expect(Math.max(...ends), sample).toBeLessThanOrEqual(976 - MARGIN.right + 1);
  }
});

test.each([
  [1440, ['support-triage', 'orders-report', 'research-fanout', 'support-desk', 'purchase-approval']],
  [390, ['support-triage']],
])('samples open so that they can be read, from their start, in a window of %i', (window, samples) => {
  const pane = { width: window - 48, height: 700 };
  for (const sample of samples) {
    const text = readFileSync(`public/samples/${sample}.yaml`, 'utf8');
    const { graph } = analyze('a.yaml', text);
    const shown = arrangeGraph(graph, EMPTY_LAYOUT, window === 390 ? 'down' : 'right');
    const view = openingView(shown, pane);
    const start = [...graph.nodes.values()].find(({ isStart }) => isStart);
    const box = start && shown.boxes.get(start.id);
    if (!view || !box) expect.unreachable();
    expect(view.zoom, sample).toBeGreaterThanOrEqual(window === 1440 ? 0.85 : 0.72);
    expect(box.x * view.zoom + view.x, sample).toBeGreaterThanOrEqual(0);
    expect((box.x + box.width) * view.zoom + view.x, sample).toBeLessThanOrEqual(pane.width);
    expect(box.y * view.zoom + view.y, sample).toBeGreaterThanOrEqual(0);
    expect((box.y + box.height) * view.zoom + view.y, sample).toBeLessThanOrEqual(pane.height);
  }
});

test('a start that was put far from the beginning is seen', () => {
  const tasks = Array.from({ length: 12 }, (_, i) => `{id: t${i}, type: basic, on_success: {next: t${i + 1}}}`);
  const positions = new Map(tasks.map((_, i) => [`t${i}`, { x: -400 * i, y: 0 }] as const));
  const { graph } = analyze('a.yaml', `tasks: [${tasks.join()}]`);
  const shown = arrangeGraph(graph, { ...EMPTY_LAYOUT, positions }, 'right');
  const view = openingView(shown, PANE);
  const start = shown.boxes.get('t0');
  if (!view || !start) throw new Error('Nothing is shown');
  const left = start.x * view.zoom + view.x;
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left + start.width * view.zoom).toBeLessThanOrEqual(PANE.width);
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
  expect(view).toMatchObject({ y: MARGIN.top, zoom: 0.85 });
});

test('a small pane has little space around the workflow: nothing floats over it', () => {
  const small = { width: 672, height: 364 };
  const margin = marginOf(small);
  const shown = arrangeChain(3);
  expect(openingView(shown, small)?.zoom).toBeGreaterThan(0.72);
  const tall = arrangeChain(8, 'down');
  expect(openingView(tall, small)).toMatchObject({ y: margin.top, zoom: 0.85 });
  expect(margin.bottom).toBeLessThan(MARGIN.bottom);
});

test('without cards there is nothing to show', () => {
  expect(open(0)).toBe(null);
});

test('what reaches beyond the cards is in view, where a long one begins', () => {
  const shown = arrangeChain(20, 'down');
  const first = shown.boxes.get('t0');
  if (!first) expect.unreachable();
  const around = [{ x: first.x - 20, y: first.y - 200, width: 300, height: 400 }];
  const view = openingView(shown, PANE, around);
  expect((first.y - 200) * (view?.zoom ?? 0) + (view?.y ?? 0)).toBeCloseTo(MARGIN.top, 0);
});
