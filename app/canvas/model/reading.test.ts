import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT } from '#engine';
import { loadPlacing } from '#engine/layout';
import { arrangeGraph } from './arrangeGraph.ts';
import { kinksInChains, leadingBack } from './testing.ts';

const FOLDER = 'public/templates';
const templates = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));

beforeAll(() => loadPlacing());

// The same of workflows that are made is in `edgeClearance.test.ts`.
test.each(templates)('%s has no kink in a chain, and a card lies behind all that lead to it', (file) => {
  const graph = drawnGraph(analyze(file, readFileSync(`${FOLDER}/${file}`, 'utf8')));
  for (const direction of ['right', 'down'] as const) {
    const arranged = arrangeGraph(graph, EMPTY_LAYOUT, direction);
    expect([direction, kinksInChains(arranged), leadingBack(arranged)]).toEqual([direction, [], []]);
  }
});
