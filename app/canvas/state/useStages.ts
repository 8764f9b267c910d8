import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { lazyModule } from '../../ui/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';

const stages = lazyModule(() => import('../large/drawInStages.ts'));

/** How far a part of a file is drawn. */
interface Stage {
  readonly path: string | null;
  /** All that is to be drawn. */
  readonly part: DrawnPart;
  readonly drawn: DrawnPart;
}

/** The part of a large graph that is drawn so far: it grows in steps, between which the page reacts. Null without a part. */
export function useStages(arrangement: Arrangement | null, part: DrawnPart | null): DrawnPart | null {
  const path = useSession((state) => state.document.activePath);
  const [stage, setStage] = useState<Stage | null>(null);
  const drawn = useMemo(() => {
    if (part === null || stage?.part === part) return part && (stage?.drawn ?? null);
    return keepDrawn(part, stage?.path === path ? stage.drawn : null);
  }, [part, stage, path]);
  const last = useRef(drawn);
  useEffect(() => {
    last.current = drawn;
  }, [drawn]);
  useEffect(() => {
    if (arrangement === null || part === null) return;
    const stop = new AbortController();
    const show = (next: DrawnPart) => setStage({ path, part, drawn: next });
    stages.load().then(
      ({ drawInStages }) =>
        drawInStages({ arrangement, part, before: last.current ?? keepDrawn(part, null) }, { show, signal: stop.signal }),
      () => stop.signal.aborted || show(part),
    );
    return () => stop.abort();
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
