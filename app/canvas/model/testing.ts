/** For the tests of this folder: how clear the lines of drawn workflows are. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT, type Graph, type Point } from '#engine';
import { roleOf } from '#engine/model';
import { type Box, labelBox, overlaps } from '../route/Line.ts';
import { type Arrangement, arrangeGraph } from './arrangeGraph.ts';
import { middleOf } from './cardSize.ts';
import type { Direction } from './direction.ts';
import { type FlowEdge, toFlowEdges } from './toFlowEdges.ts';

/** Side of a grid cell, px. */
const GRID = 20;

const SAMPLES = 'public/samples';

/** A linear generator: the same graphs on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A workflow as people draw them: a line of steps with decisions, error exits, branches, and now and then a way back. */
function makeWorkflow(size: number, seed: number): string {
  const random = createRandom(seed);
  const ahead = (index: number): string => `t${Math.min(size - 1, index + 1 + Math.floor(random() ** 2 * 4))}`;
  const lines = ['tasks:'];
  for (let index = 0; index < size; index += 1) {
    const isDecision = random() < 0.2 && index < size - 3;
    lines.push(`  - id: t${index}`, `    type: ${isDecision ? 'decision' : 'basic'}`);
    if (isDecision) {
      lines.push('    config:', '      condition: "{{ input.kind }}"');
      lines.push(`      routes: {urgent: ${ahead(index)}, later: ${ahead(index)}}`);
      lines.push(`      default: {next: ${ahead(index)}}`);
    } else if (index < size - 1) {
      const isBack = random() < 0.03 && index > 3;
      const next = isBack ? `t${index - 3}` : ahead(index);
      lines.push(`    on_success: {next: ${random() < 0.1 ? `[${next}, ${ahead(index)}]` : next}}`);
      if (random() < 0.15) lines.push(`    on_error: {next: ${ahead(index)}}`);
    }
  }
  return lines.join('\n');
}

interface Clearance {
  lines: number;
  /** Pairs of a line and a card that it runs under. */
  under: number;
  /** Labels on a card, on another label, or under another line. */
  labels: number;
  /** Labels that have no room as they are: cut, or omitted. */
  cut: number;
  omitted: number;
  crossings: number;
  /** Lines that bend by less than a grid cell and run on, which reads as a mistake. */
  kinks: number;
  /** Chains that are not level, and lines to a card before the one they leave. */
  bent: number;
  back: number;
}

const NOTHING: Clearance = {
  lines: 0,
  under: 0,
  labels: 0,
  cut: 0,
  omitted: 0,
  crossings: 0,
  kinks: 0,
  bent: 0,
  back: 0,
};

function measure(text: string, direction: Direction): Clearance {
  const arrangement = arrangeGraph(drawnGraph(analyze('a.yaml', text)), EMPTY_LAYOUT, direction);
  const { graph, boxes } = arrangement;
  const cards = [...boxes].filter(([id]) => (graph.nodes.get(id)?.children ?? []).length === 0);
  const edges = toFlowEdges(arrangement);
  const found: Clearance = { ...NOTHING, lines: edges.length };
  found.bent = kinksInChains(arrangement).length;
  found.back = leadingBack(arrangement).length;
  const labels: Box[] = [];
  const lines = edges.map((edge) => ({ edge, parts: partsOf(edge) }));
  for (const { edge, parts } of lines) {
    const { label = '', way = null } = edge.data ?? {};
    for (const [id, box] of cards)
      if (id !== edge.source && id !== edge.target && parts.some((part) => overlaps(part, box))) found.under += 1;
    if (label !== '' && way?.label == null) found.omitted += 1;
    if (way?.label == null) continue;
    if (way.label.text !== label) found.cut += 1;
    const box = labelBox(way.label.text, way.label);
    const isTaken =
      cards.some(([, card]) => overlaps(box, card)) ||
      labels.some((other) => overlaps(box, other)) ||
      lines.some((other) => other.edge !== edge && other.parts.some((part) => overlaps(box, part)));
    if (isTaken) found.labels += 1;
    labels.push(box);
  }
  found.crossings = countCrossings(lines);
  found.kinks = edges.filter((edge) => hasKink(edge, direction)).length;
  return found;
}

/** The straight parts of a line, each as wide as a line is. */
function partsOf({ data }: FlowEdge): readonly Box[] {
  const route = data?.way?.route ?? [];
  return route.slice(1).map((b, index) => {
    const a: Point = route[index] ?? b;
    return {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x) + 0.1,
      height: Math.abs(a.y - b.y) + 0.1,
    };
  });
}

/** Whether a line runs on, aside by less than a grid cell, and on. */
function hasKink({ data }: FlowEdge, direction: Direction): boolean {
  const steps = (data?.way?.route ?? []).map(({ x, y }) =>
    direction === 'right' ? { on: x, aside: y } : { on: y, aside: x },
  );
  return steps.slice(3).some((end, index) => {
    const [start, bend, turn] = steps.slice(index, index + 3);
    if (start === undefined || bend === undefined || turn === undefined) return false;
    const leads = start.on !== bend.on && bend.on === turn.on && turn.on !== end.on;
    return leads && Math.abs(turn.aside - bend.aside) < GRID;
  });
}

/** The one line between two cards that have no other one there, where the two are not level. */
export function kinksInChains({ graph, boxes, direction }: Arrangement): readonly string[] {
  const drawn = graph.edges.filter(({ source, target }) => boxes.has(source) && boxes.has(target));
  const [leaving, arriving] = [countBy(drawn, 'source'), countBy(graph.edges, 'target')];
  return drawn.flatMap(({ source, target, via }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (from === undefined || to === undefined || roleOf(via) !== 'success') return [];
    if (leaving.get(source) !== 1 || arriving.get(target) !== 1) return [];
    if (leadsTo(graph, target, source) || isInLowerRow(from, to, [...boxes.values()])) return [];
    const [a, b] = [levelOf(from, direction), levelOf(to, direction)];
    return a === b ? [] : [`${source} → ${target}: ${a} and ${b}`];
  });
}

/** Lines to a card that lies before the one they leave, but for loops and what begins a new row. */
export function leadingBack({ graph, boxes, direction }: Arrangement): readonly string[] {
  return graph.edges.flatMap(({ source, target }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (from === undefined || to === undefined || leadsTo(graph, target, source)) return [];
    if (isInLowerRow(from, to, [...boxes.values()])) return [];
    const isBack = direction === 'right' ? middle(to) < middle(from) : to.y < from.y;
    return isBack ? [`${source} → ${target}`] : [];
  });
}

function countBy(edges: Graph['edges'], end: 'source' | 'target'): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const edge of edges) counts.set(edge[end], (counts.get(edge[end]) ?? 0) + 1);
  return counts;
}

/** Where lines meet a card or a frame across the flow. */
function levelOf({ x, y, width, height }: Box, direction: Direction): number {
  return direction === 'right' ? y + middleOf(height) : x + middleOf(width);
}

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

/** Whether a cut across the whole page parts two cards: the second is in a lower row, as the next line of a text is. */
function isInLowerRow(from: Box, to: Box, all: readonly Box[]): boolean {
  const bottoms = all.map(({ y, height }) => y + height);
  return bottoms
    .filter((cut) => cut >= from.y + from.height && cut <= to.y)
    .some((cut) => all.every(({ y, height }) => y >= cut || y + height <= cut));
}

/** Pairs of lines, without an end in common, that cross; those that run on one another cross too. */
function countCrossings(lines: readonly { edge: FlowEdge; parts: readonly Box[] }[]): number {
  let crossings = 0;
  for (const [index, one] of lines.entries())
    for (const other of lines.slice(index + 1)) {
      if (one.edge.source === other.edge.source || one.edge.target === other.edge.target) continue;
      for (const a of one.parts) for (const b of other.parts) if (overlaps(a, b)) crossings += 1;
    }
  return crossings;
}

function total(texts: readonly string[], direction: Direction): Clearance {
  const sum = { ...NOTHING };
  for (const text of texts) {
    const one = measure(text, direction);
    for (const key of Object.keys(sum) as (keyof Clearance)[]) sum[key] += one[key];
  }
  return sum;
}

const SHIPPED = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
  .map((name) => readFileSync(`${SAMPLES}/${name}`, 'utf8'));

/** What may be of workflows that are made at most, and how many lines they have at least. */
export interface Most {
  readonly lines: number;
  readonly crossings: number;
  readonly cut: number;
  readonly omitted: number;
  readonly kinks: number;
}

/** So many workflows that are made, of 10 to 200 tasks. */
function makeWorkflows(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    makeWorkflow(10 + Math.round((index * 190) / (count - 1)), index + 1),
  );
}

/**
 * Draws the samples, and so many workflows that are made. Samples have room for all their words. Elsewhere words are cut
 * where lines are dense, and seldom omitted.
 */
export function expectClear(count: number, direction: Direction, most: Most): void {
  const [shipped, made] = [total(SHIPPED, direction), total(makeWorkflows(count), direction)];
  expect([shipped.lines > 25, made.lines > most.lines]).toEqual([true, true]);
  expect([shipped.under, made.under]).toEqual([0, 0]);
  expect([shipped.labels, made.labels]).toEqual([0, 0]);
  expect([shipped.cut, shipped.omitted, shipped.kinks]).toEqual([0, 0, 0]);
  expect([made.bent, made.back]).toEqual([0, 0]);
  expect(made.cut).toBeLessThanOrEqual(most.cut);
  expect(made.omitted).toBeLessThanOrEqual(most.omitted);
  expect(made.crossings).toBeLessThanOrEqual(most.crossings);
  expect(made.kinks).toBeLessThanOrEqual(most.kinks);
}
