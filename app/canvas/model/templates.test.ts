import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT, type Graph } from '#engine';
import { loadPlacing } from '#engine/layout';
import { roleOf } from '#engine/model';
import { arrangeGraph, type Box } from './arrangeGraph.ts';
import { middleOf } from './cardSize.ts';

const FOLDER = 'public/templates';
const templates = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));

beforeAll(() => loadPlacing());

/** Whether a way leads from one card to another. */
function leadsTo({ edges }: Graph, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const id of seen) for (const { source, target } of edges) if (source === id) seen.add(target);
  return seen.has(to);
}

/** Middle of a card along the flow. */
function middle({ x, width }: Box): number {
  return x + width / 2;
}

/** Whether a cut across the whole page parts two cards: the second stands in a lower row, as the next line of a text does. */
function isInLowerRow(from: Box, to: Box, all: readonly Box[]): boolean {
  const bottoms = all.map(({ y, height }) => y + height);
  return bottoms
    .filter((cut) => cut >= from.y + from.height && cut <= to.y)
    .some((cut) => all.every(({ y, height }) => y >= cut || y + height <= cut));
}

test.each(templates)('%s reads from left to right: only a loop or a new row leads back', (file) => {
  const graph = drawnGraph(analyze(file, readFileSync(`${FOLDER}/${file}`, 'utf8')));
  const { boxes } = arrangeGraph(graph, EMPTY_LAYOUT, 'right');
  const back = graph.edges.flatMap(({ source, target }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (from === undefined || to === undefined || leadsTo(graph, target, source)) return [];
    if (isInLowerRow(from, to, [...boxes.values()])) return [];
    return middle(to) < middle(from) ? [`${source} → ${target}`] : [];
  });
  expect(back).toEqual([]);
});

/** Where lines meet a card or a frame across the flow. */
function level({ y, height }: Box): number {
  return y + middleOf(height);
}

test.each(templates)(
  '%s has no kink in a chain: what is the one follower of its one predecessor is level with it',
  (file) => {
    const graph = drawnGraph(analyze(file, readFileSync(`${FOLDER}/${file}`, 'utf8')));
    const { boxes } = arrangeGraph(graph, EMPTY_LAYOUT, 'right');
    const kinks = graph.edges.flatMap(({ source, target, via }) => {
      const [from, to] = [boxes.get(source), boxes.get(target)];
      const leaving = graph.edges.filter((edge) => edge.source === source && boxes.has(edge.target));
      const arriving = graph.edges.filter((edge) => edge.target === target);
      if (
        from === undefined ||
        to === undefined ||
        leaving.length > 1 ||
        arriving.length > 1 ||
        roleOf(via) !== 'success'
      )
        return [];
      if (leadsTo(graph, target, source) || isInLowerRow(from, to, [...boxes.values()])) return [];
      return level(from) === level(to) ? [] : [`${source} → ${target}: ${level(from)} and ${level(to)}`];
    });
    expect(kinks).toEqual([]);
  },
);

test.each(templates)('each card of %s has a name that a person would say', (file) => {
  const { nodes } = drawnGraph(analyze(file, readFileSync(`${FOLDER}/${file}`, 'utf8')));
  expect([...nodes.values()].flatMap(({ id, task }) => (task.name === null || task.name === id ? [id] : []))).toEqual(
    [],
  );
});
