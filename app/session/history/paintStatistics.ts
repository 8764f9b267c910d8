import type { FileStatistics } from '#engine/worker';
import { notify } from '../store/notices.ts';
import type { PaintedMark } from '../store/ProofState.ts';
import { session, update, watch } from '../store/store.ts';
import { readStatistics } from './findRuns.ts';

/** Says of each task of a file how it did over its last runs, as marks of cards: by its id. */
export type MarksOfTasks = (statistics: FileStatistics) => ReadonlyMap<string, readonly PaintedMark[]>;

/** Over how many runs. */
const RUNS = 20;

/**
 * Paints on the cards of the open file how its tasks did over its last runs in this browser, or takes that away. The marks follow: another file
 * that is opened, an edit, a run that ends. They go where something else is painted.
 */
export async function toggleStatistics(marksOf: MarksOfTasks): Promise<void> {
  if (session.getState().run.painted?.kind === 'history') {
    update({ run: { painted: null } });
    return;
  }
  if (!(await paint(marksOf, true))) {
    notify({ kind: 'info', message: 'No run of this file has ended in this browser.' });
    return;
  }
  const stops = [
    watch(
      ({ run, document }) => `${run.history[0]?.runId} ${run.history[0]?.endedAt} ${document.activePath}`,
      () => void paint(marksOf, false),
    ),
    watch(textOnScreen, keepOverEdit),
    watch(
      ({ run }) => run.painted?.kind === 'history',
      (isPainted) => {
        if (!isPainted) for (const stop of stops) stop();
      },
    ),
  ];
}

/** @returns whether there is something to tell; nothing is painted where `isFirst` is false and the marks are gone by then */
async function paint(marksOf: MarksOfTasks, isFirst: boolean): Promise<boolean> {
  const path = session.getState().document.activePath;
  const statistics = path === null ? null : await readStatistics(path, RUNS);
  const { document, run } = session.getState();
  if (path === null || document.activePath !== path || (!isFirst && run.painted?.kind !== 'history')) return false;
  const tasks = statistics === null ? new Map<string, readonly PaintedMark[]>() : marksOf(statistics);
  if (isFirst && tasks.size === 0) return false;
  const source = document.workspace.files.get(path) ?? '';
  update({ run: { painted: { kind: 'history', path, source, tasks, edges: new Map() } } });
  return true;
}

function textOnScreen({
  document: { activePath, workspace },
}: ReturnType<typeof session.getState>): string | undefined {
  return activePath === null ? undefined : workspace.files.get(activePath);
}

/** What happened in past runs holds of an edited text as well. */
function keepOverEdit(source: string | undefined): void {
  const { run, document } = session.getState();
  const { painted } = run;
  if (source === undefined || painted?.kind !== 'history' || painted.path !== document.activePath) return;
  update({ run: { painted: { ...painted, source } } });
}
