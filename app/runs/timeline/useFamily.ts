import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { selectActivation, session, useSession } from '../../session/index.ts';
import {
  analysisOfInside,
  type InsideRun,
  type InsideStep,
  loadInside,
  selectInside,
} from '../../session/relatedRuns/index.ts';
import { type ShownRun } from '../../session/run/index.ts';
import { type RunSource, toRunSource } from '../parts/toRunSource.ts';
import { FamilyOutline, type ShownRow } from './outline/FamilyOutline.ts';
import type { RowKey } from './outline/StepTree.ts';

interface Family {
  readonly outline: FamilyOutline;
  readonly inside: ReadonlyMap<string, InsideRun | null>;
  /** The row that is kept in view: that of the chosen step, or the one that stands for it. */
  readonly shown: ShownRow | null;
  /** Shows or hides what is inside a step, or the rounds of a task. */
  readonly toggle: (runId: string, key: RowKey) => void;
  /** Shows or hides the steps of one of several runs that a step started. */
  readonly unfold: (runId: string) => void;
  /** Chooses the round that the row of all rounds leads to, which are unfolded or not as they were. */
  readonly chooseRound: (row: ShownRow, activation: number) => void;
}

/** The row that stands for a chosen step: what was folded around it by hand, or the rounds whose row led to it. */
interface StandIn extends InsideStep {
  readonly key: RowKey;
}

/**
 * The rows of the run on screen, with those of the runs inside it that are unfolded, which are read when they are. What holds the
 * step that is chosen is unfolded, unless another row stands for it.
 */
export function useFamily(run: ShownRun, chosen: InsideStep | null): Family {
  const inside = useSession((state) => state.run.inside);
  const [toggled, setToggled] = useState<ReadonlyMap<string, ReadonlySet<RowKey>>>(() => new Map());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => new Set());
  const [standIn, setStandIn] = useState<StandIn | null>(null);
  if (standIn !== null && !isSameStep(standIn, chosen)) setStandIn(null);
  const [outline] = useState(() => new FamilyOutline());
  const runId = chosen?.runId ?? '';
  const key = standIn?.key ?? chosen?.activation ?? null;
  const shown = useMemo(() => (key === null ? null : { runId, key }), [runId, key]);
  outline.update(run, { toggled, unfolded, shown, inside });
  const missing = outline.missing.join(' ');
  useEffect(() => {
    for (const id of missing.split(' ')) if (id !== '') void loadInside(id);
  }, [missing]);
  const current = useRef(chosen);
  useEffect(() => {
    current.current = chosen;
  });
  const keepToggled = useCallback(
    (id: string, turned: RowKey | null) => {
      const next = outline.toggledWith(id, turned);
      setToggled((before) => new Map(before).set(id, next));
    },
    [outline],
  );
  const toggle = useCallback(
    (id: string, turned: RowKey) => {
      if (outline.isHeld(id, turned) && current.current !== null) setStandIn({ ...current.current, key: turned });
      keepToggled(id, turned);
    },
    [outline, keepToggled],
  );
  const chooseRound = useCallback(
    (row: ShownRow, activation: number) => {
      if (outline.isHeld(row.runId, row.key)) keepToggled(row.runId, null);
      selectStep(row.runId, activation);
      setStandIn({ ...row, activation });
    },
    [outline, keepToggled],
  );
  const unfold = useCallback((id: string) => setUnfolded((before) => withToggled(before, id)), []);
  return { outline, inside, shown, toggle, unfold, chooseRound };
}

function isSameStep(one: InsideStep, other: InsideStep | null): boolean {
  return one.runId === other?.runId && one.activation === other.activation;
}

/** Shows a step, of the run on screen or of one inside it. */
export function selectStep(runId: string, activation: number): void {
  if (session.getState().run.shown?.runId === runId) selectActivation(activation);
  else selectInside(runId, activation);
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
