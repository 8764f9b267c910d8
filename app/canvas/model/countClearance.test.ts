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
  if (from === undefined || to === undefined || data?.counted.length === 0) return null;
  const { label } = wayPath({ ...from, side: 'right' }, { ...to, side: 'left' }, data?.way ?? null);
  const words = data?.way?.label?.text ?? '';
  return labelBox(words === '' ? '×99' : `${words} ×99`, label);
}

/** How many lines have a count, and which counts lie on a card or on what another line says. */
function measure(text: string, direction: Direction): { readonly counts: number; readonly covered: readonly string[] } {
  const arrangement = arrangeGraph(drawnGraph(analyze('a.yaml', text)), EMPTY_LAYOUT, direction);
  const cards = [...arrangement.boxes].filter(([id]) => arrangement.graph.nodes.get(id)?.children.length === 0);
  const edges = toFlowEdges(arrangement);
  const counts = edges.flatMap((edge) => {
    const box = countBox(edge);
    return box === null ? [] : [{ id: edge.id, box }];
  });
  const covered = counts.filter(
    ({ id, box }) =>
      cards.some(([, card]) => overlaps(box, card)) ||
      counts.some((other) => other.id !== id && overlaps(box, other.box)),
  );
  return { counts: counts.length, covered: covered.map(({ id }) => id) };
}

/** Downwards, words lie next to each other: where two lines leave side by side, a count behind them may not fit. */
const MOST_COVERED = { right: 0, down: 6 };

test.each(['right', 'down'] as const)(
  'how often a line was taken lies on no card and on nothing that another line says, in samples and templates, to the %s',
  (direction) => {
    const all = SHIPPED.map((text) => measure(text, direction));
    expect(all.reduce((sum, { counts }) => sum + counts, 0)).toBeGreaterThan(150);
    const covered = all.flatMap((one) => one.covered);
    expect(covered.length, covered.join('\n')).toBeLessThanOrEqual(MOST_COVERED[direction]);
  },
);
