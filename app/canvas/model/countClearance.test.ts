import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { wayPath } from '../route/edgePath.ts';
import { type Box, labelBox, overlaps } from '../route/Line.ts';
import { arrangeGraph } from './arrangeGraph.ts';
import type { Direction } from './direction.ts';
import { type FlowEdge, toFlowEdges } from './toFlowEdges.ts';

beforeAll(() => loadPlacing());

const SHIPPED = ['public/samples', 'public/templates'].flatMap((folder) =>
  readdirSync(folder).flatMap((name) =>
    name.endsWith('.yaml') && !name.endsWith('.test.yaml') ? [readFileSync(`${folder}/${name}`, 'utf8')] : [],
  ),
);

/** What a line says of which a run took two digits. */
function countBox({ data }: FlowEdge): Box | null {
  const [from, to] = [data?.way?.route[0], data?.way?.route.at(-1)];
  if (from === undefined || to === undefined) return null;
  const { label } = wayPath({ ...from, side: 'right' }, { ...to, side: 'left' }, data?.way ?? null);
  return labelBox([...(data?.way?.label == null ? [] : [data.way.label.text]), '×99'].join(' '), label);
}

/** How many lines have a count, and which counts lie on a card or on the words of another line. */
function measure(text: string, direction: Direction): { readonly counts: number; readonly covered: readonly string[] } {
  const arrangement = arrangeGraph(drawnGraph(analyze('a.yaml', text)), EMPTY_LAYOUT, direction);
  const cards = [...arrangement.boxes].filter(([id]) => arrangement.graph.nodes.get(id)?.children.length === 0);
  const edges = toFlowEdges(arrangement);
  const words = edges.flatMap(({ id, data }) =>
    data?.way?.label == null ? [] : [{ id, box: labelBox(data.way.label.text, data.way.label) }],
  );
  const counts = edges.flatMap((edge) => {
    const box = countBox(edge);
    return box === null ? [] : [{ id: edge.id, box }];
  });
  const covered = counts.filter(
    ({ id, box }) =>
      cards.some(([, card]) => overlaps(box, card)) ||
      words.some((other) => other.id !== id && overlaps(box, other.box)),
  );
  return { counts: counts.length, covered: covered.map(({ id }) => id) };
}

test('how often a line was taken lies on no card and on no words of another line, in samples and templates', () => {
  const all = SHIPPED.map((text) => measure(text, 'right'));
  expect(all.reduce((sum, { counts }) => sum + counts, 0)).toBeGreaterThan(150);
  expect(all.flatMap(({ covered }) => covered)).toEqual([]);
});
