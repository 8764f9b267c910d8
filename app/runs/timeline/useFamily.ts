import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { analysisOfInside, type InsideRun, type InsideStep, loadInside } from '../../session/relatedRuns/index.ts';
import { type ShownRun } from '../../session/run/index.ts';
import { type RunSource, toRunSource } from '../parts/toRunSource.ts';
import { FamilyOutline } from './FamilyOutline.ts';

interface Family {
  readonly outline: FamilyOutline;
  readonly inside: ReadonlyMap<string, InsideRun | null>;
  /** Shows or hides what is inside a step. */
  readonly toggle: (runId: string, activation: number) => void;
  /** Shows or hides the steps of one of several runs that a step started. */
  readonly unfold: (runId: string) => void;
}

/** The rows of the run on screen, with those of the runs inside it that are unfolded, which are read when they are. */
export function useFamily(run: ShownRun, shown: InsideStep | null): Family {
  const inside = useSession((state) => state.run.inside);
  const [toggled, setToggled] = useState<ReadonlyMap<string, ReadonlySet<number>>>(() => new Map());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => new Set());
  const [outline] = useState(() => new FamilyOutline());
  outline.update(run, { toggled, unfolded, shown, inside });
  const missing = outline.missing.join(' ');
  useEffect(() => {
    for (const runId of missing.split(' ')) if (runId !== '') void loadInside(runId);
  }, [missing]);
  const toggle = useCallback((runId: string, activation: number) => {
    setToggled((before) => new Map(before).set(runId, withToggled(before.get(runId), activation)));
  }, []);
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
