import { isPoor } from '#engine/proof';
import { relatedFiles } from '../document/analysis.ts';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { testedFiles } from '../document/testData.ts';
import { announce } from '../store/notices.ts';
import type { DrillSource, PaintedMark } from '../store/ProofState.ts';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { isSame } from './listTests.ts';

/** Drills a workflow; the result of another drill is forgotten. */
export async function drillWorkflow(path: string, source: DrillSource): Promise<void> {
  const state = session.getState();
  const engine = enginePort()?.engine;
  if (engine === undefined || state.run.drill?.isOn === true) return;
  const files = await drilledFiles(state, path, source);
  const begun = { path, files, source, cells: [], done: 0, total: 0, isOn: true, outcome: null };
  update({ run: { drill: begun, painted: null } });
  try {
    const outcome = await engine.drill({ path, files, source }, ({ cell, done, total }) => {
      const { drill } = session.getState().run;
      if (drill?.isOn !== true) return false;
      update({ run: { drill: { ...drill, cells: [...drill.cells, cell], done, total } } });
      return true;
    });
    const { drill } = session.getState().run;
    if (drill?.isOn !== true) return;
    update({ run: { drill: { ...drill, isOn: false, outcome } } });
    announce(`${drill.cells.length} faults tried, ${drill.cells.filter(isPoor).length} to look at.`);
  } catch (error) {
    const { drill } = session.getState().run;
    if (drill !== null) update({ run: { drill: { ...drill, isOn: false } } });
    ignoreWorkerExit(error);
  } finally {
    paintDrill();
  }
}

/** Ends the drill after the fault that is tried; what was found stays. */
export function stopDrill(): void {
  const { drill } = session.getState().run;
  if (drill !== null) update({ run: { drill: { ...drill, isOn: false } } });
  paintDrill();
}

/** Whether the texts that the last drill depends on are others by now. */
export function isDrillOld(state: SessionState): boolean {
  const { drill } = state.run;
  if (drill === null || drill.isOn) return false;
  const { files } = state.document.workspace;
  if ([...relatedFiles(state, drill.path)].some(([path, text]) => drill.files.get(path) !== text)) return true;
  if (drill.source.kind === 'tests' && files.get(drill.source.path) !== drill.source.text) return true;
  return files.get(drill.path) !== drill.files.get(drill.path);
}

/** Paints the result of the last drill on the cards of its workflow. */
export function paintDrill(): void {
  const { drill } = session.getState().run;
  const source = drill?.files.get(drill.path);
  if (drill === null || source === undefined || drill.cells.length === 0) return;
  const tasks = new Map<string, readonly PaintedMark[]>();
  for (const task of new Set(drill.cells.map((cell) => cell.task))) {
    const own = drill.cells.filter((cell) => cell.task === task);
    const bad = own.filter(isPoor).length;
    const faults = `${own.length} ${own.length === 1 ? 'fault' : 'faults'}`;
    tasks.set(task, [
      bad === 0
        ? { text: '✓', words: `All is well after each of ${faults}`, look: 'covered' }
        : { text: `${bad}!`, words: `${bad} of ${faults} to look at`, look: 'missed' },
    ]);
  }
  update({ run: { painted: { kind: 'drill', path: drill.path, source, tasks, edges: new Map() } } });
}

/** Takes the paint of a drill away. */
export function unpaintDrill(): void {
  if (session.getState().run.painted?.kind === 'drill') update({ run: { painted: null } });
}

/** All that a drill depends on. */
async function drilledFiles(
  state: SessionState,
  path: string,
  source: DrillSource,
): Promise<ReadonlyMap<string, string>> {
  const own = state.document.workspace.files.get(path) ?? '';
  const files = new Map(relatedFiles(state, path)).set(path, own);
  if (source.kind !== 'tests') return files;
  const tested = await testedFiles(state, source.path);
  return isSame(tested, files) ? files : new Map([...files, ...tested]);
}
