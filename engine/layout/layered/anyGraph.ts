import * as fc from 'fast-check';
import type { Link } from '../Box.ts';
import { type Layered, type Span, toLayered } from './Layered.ts';
import { rankNodes } from './rankNodes.ts';

/** Boxes and the lines between them, by index; each box but the first is joined to one before it. */
export interface AnyGraph {
  readonly heights: readonly number[];
  readonly lines: readonly { readonly from: number; readonly to: number; readonly isAside: boolean }[];
}

/**
 * Connected graphs of up to so many boxes.
 * @param circles whether lines may lead back
 */
export function anyGraph(most: number, circles: 'with circles' | 'without circles'): fc.Arbitrary<AnyGraph> {
  return fc.array(fc.constantFrom(60, 100, 140), { minLength: 2, maxLength: most }).chain((heights) => {
    const node = fc.nat(heights.length - 1);
    const joined = fc.tuple(
      ...heights.slice(1).map((_, before) => fc.record({ from: fc.nat(before), to: fc.constant(before + 1), isAside })),
    );
    const more = fc.array(fc.record({ from: node, to: node, isAside }), { maxLength: heights.length });
    return fc.tuple(joined, more).map(([tree, others]): AnyGraph => {
      const rest = circles === 'with circles' ? others : others.map(leadOn);
      return { heights, lines: [...tree, ...rest.filter(({ from, to }) => from !== to)] };
    });
  });
}

const isAside = fc.boolean();

function leadOn(line: AnyGraph['lines'][number]): AnyGraph['lines'][number] {
  return line.from <= line.to ? line : { ...line, from: line.to, to: line.from };
}

export function toLinks({ lines }: AnyGraph): readonly Link[] {
  return lines.map(({ from, to, isAside: aside }) => {
    return { source: `b${from}`, target: `b${to}`, isAside: aside, room: 0 };
  });
}

/** Lines of a graph without circles, those that join the same two once, numbered as ports of what they leave. */
export function toSpans({ lines }: AnyGraph): readonly Span[] {
  const spans = new Map<string, Span>();
  for (const { from, to, isAside: aside } of lines) {
    const port = [...spans.values()].filter((span) => span.from === from).length;
    const span = { from, to, source: from, target: to, port, weight: aside ? 1 : 4 };
    if (!spans.has(`${from} ${to}`)) spans.set(`${from} ${to}`, span);
  }
  return [...spans.values()];
}

/** The same in layers. */
export function toLayers(graph: AnyGraph): Layered {
  const spans = toSpans(graph);
  return toLayered(rankNodes(graph.heights.length, spans), spans, 'with turns');
}
