import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { analysisOfInside, type InsideRun, type InsideStep, loadInside } from '../../session/relatedRuns/index.ts';
import { type ShownRun } from '../../session/run/index.ts';
import { type RunSource, toRunSource } from '../parts/toRunSource.ts';
import { FamilyOutline } from './FamilyOutline.ts';
import type { RowKey } from './StepTree.ts';

interface Family {
  readonly outline: FamilyOutline;
  readonly inside: ReadonlyMap<string, InsideRun | null>;
  /** Shows or hides what is inside a step, or the rounds of a task. */
  readonly toggle: (runId: string, key: RowKey) => void;
  /** Shows or hides the steps of one of several runs that a step started. */
  readonly unfold: (runId: string) => void;
}

/**
 * The rows of the run on screen, with those of the runs inside it that are unfolded, which are read when they are. What holds the
 * step that is chosen is unfolded, until it is folded by hand.
 */
export function useFamily(run: ShownRun, chosen: InsideStep | null): Family {
  const inside = useSession((state) => state.run.inside);
  const [toggled, setToggled] = useState<ReadonlyMap<string, ReadonlySet<RowKey>>>(() => new Map());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => new Set());
  /** The chosen step that no longer unfolds what holds it. */
  const [released, setReleased] = useState<InsideStep | null>(null);
  const [outline] = useState(() => new FamilyOutline());
  outline.update(run, { toggled, unfolded, shown: chosen === released ? null : chosen, inside });
  const missing = outline.missing.join(' ');
  useEffect(() => {
    for (const runId of missing.split(' ')) if (runId !== '') void loadInside(runId);
  }, [missing]);
  const current = useRef(chosen);
  useEffect(() => {
    current.current = chosen;
  });
  const toggle = useCallback(
    (runId: string, key: RowKey) => {
      if (outline.isHeld(runId, key)) setReleased(current.current);
      const next = outline.toggledWith(runId, key);
      setToggled((before) => new Map(before).set(runId, next));
    },
    [outline],
  );
  const unfold = useCallback((runId: string) => setUnfolded((before) => withToggled(before, runId)), []);
  return { outline, inside, toggle, unfold };
}

function withToggled<Item>(before: ReadonlySet<Item> | undefined, item: Item): ReadonlySet<Item> {
  const next = new Set(before);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** The chosen step of the run on screen, or of one inside it. */
export function useSelectedStep({ runId, selectedActivation: own, selectedInside }: ShownRun): InsideStep | null {
  return useMemo(
    () => selectedInside ?? (own === null ? null : { runId, activation: own }),
    [runId, own, selectedInside],
  );
}

/** What the texts of runs inside say of their tasks, each read once. */
class InsideSources {
  readonly #files: ReadonlyMap<string, string>;
  readonly #known = new Map<string, RunSource>();

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  of(run: InsideRun): RunSource {
    const source = this.#known.get(run.runId) ?? toRunSource(analysisOfInside(run, this.#files));
    this.#known.set(run.runId, source);
    return source;
  }
}

/** What the texts of runs inside say of their tasks, with what they import as it is now. */
export function useInsideSources(): InsideSources {
  const files = useSession((state) => state.document.workspace.files);
  return useMemo(() => new InsideSources(files), [files]);
}
