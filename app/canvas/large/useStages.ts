import { useEffect, useMemo, useRef, useState } from 'react';
import type { Graph } from '#engine';
import { useSession } from '../../session/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import { type FlowEdge, flowEdgesInSteps } from '../model/toFlowEdges.ts';

/** How far a part of a file is drawn. */
interface Stage {
  readonly path: string | null;
  /** All that is to be drawn. */
  readonly part: DrawnPart;
  readonly drawn: DrawnPart;
}

/** What is drawn so far of a part: it grows in steps, between which the page reacts. What was drawn before stays drawn. */
export function useStages(arrangement: Arrangement, part: DrawnPart | null): DrawnPart | null {
  const path = useSession((state) => state.document.activePath);
  const [stage, setStage] = useState<Stage | null>(null);
  const drawn = useMemo(() => {
    if (part === null) return null;
    return stage?.part === part ? stage.drawn : keepDrawn(part, stage?.path === path ? stage.drawn : null);
  }, [part, stage, path]);
  const before = useRef(drawn);
  useEffect(() => {
    before.current = drawn;
  }, [drawn]);
  useEffect(() => {
    if (part === null || before.current === null) return;
    const show = (next: DrawnPart) => setStage({ path, part, drawn: next });
    return drawInStages({ arrangement, part, before: before.current }, show);
  }, [arrangement, part, path]);
  return drawn;
}

/** What a part has in common with what was drawn before. */
function keepDrawn(part: DrawnPart, before: DrawnPart | null): DrawnPart {
  const lines = new Map(before?.lines?.map((line) => [line.id, line]));
  const nodes = new Set([...part.nodes].filter((id) => before?.nodes.has(id)));
  const edges = part.edges.filter(({ id }) => lines.has(id));
  return { ...part, nodes, edges, lines: edges.flatMap(({ id }) => lines.get(id) ?? []) };
}

/** How much more is drawn in a step: about as much as takes 50 ms. */
const MORE = { cards: 30, lines: 40 };

/** How long ways are looked for without a pause, ms. */
const SLICE = 10;

interface StagesOptions {
  readonly arrangement: Arrangement;
  /** All that is to be drawn. */
  readonly part: DrawnPart;
  /** What of it is drawn already. */
  readonly before: DrawnPart;
}

/** Draws a part in steps, one in each frame, until all of it is drawn; the first comes once the caller is through. Returns a function that ends this. */
export function drawInStages(options: StagesOptions, show: (drawn: DrawnPart) => void): () => void {
  const stages = listStages(options);
  let isOver = false;
  const proceed = () => {
    if (isOver) return;
    const drawn = nextStage(stages);
    if (drawn === undefined) return;
    if (drawn === null) {
      setTimeout(proceed);
      return;
    }
    show(drawn);
    // After the frame that draws it.
    requestAnimationFrame(() => setTimeout(proceed));
  };
  setTimeout(proceed);
  return () => {
    isOver = true;
  };
}

/** What is to be drawn next; null where finding it takes longer than a slice, undefined at the end. */
function nextStage(stages: ReturnType<typeof listStages>): DrawnPart | null | undefined {
  const end = performance.now() + SLICE;
  for (;;) {
    const { done, value } = stages.next();
    if (done) return undefined;
    if (value !== null || performance.now() >= end) return value;
  }
}

/** The steps: cards from the middle outwards, then nothing (null) while ways are looked for, then lines, each drawn once it has its way. */
export function* listStages({ arrangement, part, before }: StagesOptions): Generator<DrawnPart | null, void, void> {
  let { nodes } = before;
  const waiting = fromMiddle(arrangement, part).filter((id) => !nodes.has(id));
  for (let at = 0; at < waiting.length; at += MORE.cards) {
    const more = waiting.slice(at, at + MORE.cards).flatMap((id) => withContainers(arrangement.graph, id));
    nodes = new Set([...nodes, ...more]);
    yield { ...before, nodes };
  }
  const steps = flowEdgesInSteps(arrangement, part.edges);
  let lines: readonly FlowEdge[] | null = null;
  while (lines === null) {
    const step = steps.next();
    if (step.done) lines = step.value;
    else yield null;
  }
  const drawn = new Set(before.edges.map(({ id }) => id));
  const missing = lines.filter(({ id }) => !drawn.has(id));
  for (let at = 0; at + MORE.lines < missing.length; at += MORE.lines) {
    for (const { id } of missing.slice(at, at + MORE.lines)) drawn.add(id);
    const edges = part.edges.filter(({ id }) => drawn.has(id));
    yield { ...part, edges, lines: lines.filter(({ id }) => drawn.has(id)) };
  }
  yield { ...part, lines };
}

function fromMiddle({ boxes }: Arrangement, { nodes, region }: DrawnPart): readonly string[] {
  const [x, y] = [region.x + region.width / 2, region.y + region.height / 2];
  const far = (id: string) => {
    const box = boxes.get(id);
    return box ? Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) : 0;
  };
  return [...nodes].toSorted((a, b) => far(a) - far(b));
}

/** A card with the containers around it, without which it has no place. */
function withContainers(graph: Graph, id: string): readonly string[] {
  const parent = graph.nodes.get(id)?.parent ?? null;
  return parent === null ? [id] : [...withContainers(graph, parent), id];
}
