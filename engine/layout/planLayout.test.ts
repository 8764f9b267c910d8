import { beforeAll, describe, expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { type LayoutInput, type LayoutOptions, toLayoutInput } from './LayoutInput.ts';
import { layoutGraph, runLayout } from './layoutGraph.ts';
import { loadPlacing } from './loadPlacing.ts';
import { planLayout } from './planLayout.ts';
import { countOverlaps } from './testing.ts';

beforeAll(() => loadPlacing());

const OPTIONS: LayoutOptions = {
  direction: 'right',
  mode: 'missing',
  sizeOf: () => ({ width: 216, height: 60 }),
  positions: new Map(),
  collapsed: new Set(),
};

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** A workflow in which each task leads to the ones listed. */
function textOf(targets: readonly (readonly number[])[]): string {
  const tasks = targets.map(
    (next, at) => `  - {id: t${at}, type: basic, on_success: {next: [${next.map((to) => `t${to}`).join(', ')}]}}\n`,
  );
  return `tasks:\n${tasks.join('')}`;
}

const inputOf = (text: string, options: Partial<LayoutOptions> = {}): LayoutInput =>
  toLayoutInput(analyze('a.yaml', text).graph, { ...OPTIONS, ...options });

const complete = (count: number): string => textOf(range(count, () => range(count, (to) => to)));
const chain = (count: number): string => textOf(range(count, (at) => (at + 1 < count ? [at + 1] : [])));

describe('what people draw is arranged with care', () => {
  test.each([
    ['65 tasks with branches', textOf(range(65, (at) => [at + 1, at + 3].filter((to) => to < 65)))],
    ['300 tasks with three lines each', textOf(range(300, (at) => [at + 1, at + 4, at + 9].filter((to) => to < 300)))],
    ['600 tasks in a chain', chain(600)],
    [
      '1,000 tasks of which some are led to by none',
      textOf(range(1_000, (at) => [at + 1 + (at % 3), at + 4].filter((to) => to < 1_000 && to % 5 !== 0))),
    ],
    ['every task inside a container', `tasks:\n  - id: box\n    type: composite\n    tasks: [{id: a}, {id: b}]\n`],
  ])('%s', (_, text) => {
    expect(planLayout(inputOf(text)).plain).toEqual(new Set());
  });

  test('100 tasks take little enough for the page', () => {
    expect(planLayout(inputOf(chain(100))).effort).toBeLessThan(400);
  });

  test('what has places already takes nothing', () => {
    const positions = new Map(range(78, (at) => [`t${at}`, { x: at * 300, y: 0 }] as const));
    expect(planLayout(inputOf(complete(78), { positions }))).toEqual({ effort: 0, plain: new Set() });
  });
});

describe('what is too dense for that is arranged plainly', () => {
  test.each([
    ['a complete graph', complete(78)],
    ['a complete graph with as many lines as a file holds', complete(215)],
    [
      'lines from each of 600 tasks to six anywhere',
      textOf(range(600, (at) => range(6, (n) => (at * 7919 * (n + 1) + n) % 600))),
    ],
  ])('%s', (_, text) => {
    const input = inputOf(text);
    const plan = planLayout(input);
    expect(plan).toEqual({ effort: 0, plain: new Set([null]) });
    const { placements } = runLayout(input, plan.plain);
    expect(placements.size).toBe(input.nodes.size);
    expect(countOverlaps([...placements.values()])).toBe(0);
  });

  test('inside the container that is dense, and nowhere else', () => {
    const inner = complete(78).replace('tasks:\n', '').replaceAll('  - ', '      - ');
    const text = `tasks:\n  - id: first\n    on_success: {next: box}\n  - id: box\n    type: composite\n    tasks:\n${inner}`;
    expect(planLayout(inputOf(text)).plain).toEqual(new Set(['box']));
  });

  test('many containers, each of which alone is not, once they take too long together', () => {
    const box = (at: number): string =>
      `  - id: box${at}\n    type: composite\n    tasks:\n${range(30, (task) => `      - {id: b${at}_${task}, on_success: {next: [${range(30, (to) => `b${at}_${to}`).join(', ')}]}}\n`).join('')}`;
    const { plain, effort } = planLayout(inputOf(`tasks:\n${range(20, box).join('')}`));
    expect(plain.size).toBeGreaterThan(10);
    expect(plain).not.toContain(null);
    expect(effort).toBeLessThanOrEqual(5_000);
  });

  test('beside cards that have a place, which keep it', () => {
    const positions = new Map([['t3', { x: 40, y: 80 }]]);
    const input = inputOf(complete(78), { positions });
    const { placements } = runLayout(input, planLayout(input).plain);
    expect(placements.get('t3')).toMatchObject({ x: 40, y: 80 });
    expect(countOverlaps([...placements.values()])).toBe(0);
  });
});

test.each([
  ['a complete graph of 46,225 lines', complete(215)],
  ['12,000 tasks without a line', `tasks:\n${range(12_000, (at) => `  - {id: t${at}}\n`).join('')}`],
  [
    '8,000 tasks in list order',
    `tasks:\n  - id: box\n    type: composite\n    tasks:\n${range(8_000, (at) => `      - {id: t${at}}\n`).join('')}`,
  ],
  [
    '2,000 error handlers, each for itself',
    `tasks:\n${range(2000, (at) => `  - {id: t${at}, on_success: {next: t${at + 1}}, on_error: {next: e${at}}}\n  - {id: e${at}}\n`).join('')}`,
  ],
])('%s is laid out in seconds at most', (_, text) => {
  const { graph } = analyze('a.yaml', text);
  const started = performance.now();
  expect(layoutGraph(graph, OPTIONS).placements.size).toBe(graph.nodes.size);
  expect(performance.now() - started).toBeLessThan(20_000);
});
