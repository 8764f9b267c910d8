import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../session/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import { drawInStages } from './drawInStages.ts';

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
