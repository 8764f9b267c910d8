import { beforeAll, describe, expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { layoutGraph, loadPlacing, runLayout } from './layoutGraph.ts';
import { planLayout } from './planLayout.ts';
import { complete, countOverlaps, inputOf, LARGE, LAYOUT_OPTIONS, range, textOf } from './testing.ts';

beforeAll(() => loadPlacing());

const chain = (count: number): string => textOf(range(count, (at) => (at + 1 < count ? [at + 1] : [])));

/** A container with 30 tasks, each of which leads to every one. */
function box(at: number): string {
  const ids = range(30, (task) => `b${at}_${task}`);
  const tasks = ids.map((id) => `      - {id: ${id}, on_success: {next: [${ids.join(', ')}]}}\n`);
  return `  - id: box${at}\n    type: composite\n    tasks:\n${tasks.join('')}`;
}

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

test.each(LARGE)('a tenth of the most %s is laid out: that is %i', (_, most, make) => {
  const { graph } = analyze('a.yaml', make(most / 10));
  expect(graph.nodes.size).toBeGreaterThan(most / 1_000);
  const { placements } = layoutGraph(graph, LAYOUT_OPTIONS);
  expect(placements.size).toBe(graph.nodes.size);
});
