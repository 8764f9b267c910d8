import { useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import { type ShownRun, viewOf } from '../../session/run/index.ts';
import { collectionOf, stepsInside } from '../../session/runSteps/index.ts';
import { useNow } from '../../ui/index.ts';
import { type ItemTable, toItemTable, toRoundTable } from './toItemRows.ts';

/** How often the table of a run that continues is made again, in ms: it may have thousands of rows. */
const EVERY = 1_000;

/** The table of what is around the selected step; null where there is none. */
export function useItemTable(): ItemTable | null {
  const run = useSession((state) => state.run.shown);
  const isLive = run !== null && run.view.status === 'running' && run.moment === null;
  const tick = useNow(isLive, EVERY);
  const step = run?.selectedActivation ?? null;
  const version = run === null ? null : isLive ? tick : viewOf(run);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => (run === null || step === null ? null : makeTable(run, step)), [run?.runId, step, version]);
}

function makeTable(run: ShownRun, step: number): ItemTable | null {
  const view = viewOf(run);
  const collection = collectionOf(run, step);
  if (collection !== undefined) return toItemTable(view, collection, stepsInside(run));
  const activation = view.activations.get(step);
  if (activation === undefined) return null;
  const rounds = toRoundTable(view, activation);
  return rounds.total > 1 ? rounds : null;
}
