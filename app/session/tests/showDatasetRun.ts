import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { showMoment } from '../run/runMoment.ts';
import { show } from '../run/runShown.ts';
import { notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';
import { openDrawer, setPanel } from '../store/view.ts';
import { type DatasetPlace, datasetFiles } from './datasetFiles.ts';

/** A cell of a grid, by its row and its variant, and what these are called. */
export interface ShownCell {
  readonly case: number;
  readonly variant: number;
  readonly name: string;
  /** The event at which it went wrong first; null: its end. */
  readonly event: number | null;
}

/** Plays a cell of a dataset once more and puts its run on screen. It is not kept in the history. */
export async function showDatasetRun(place: DatasetPlace, cell: ShownCell): Promise<void> {
  const state = session.getState();
  const text = state.document.workspace.files.get(place.path);
  const engine = enginePort()?.engine;
  if (text === undefined || engine === undefined) return;
  try {
    const files = await datasetFiles(state, place);
    const run = await engine.playDatasetRun({ ...place, text, files }, { case: cell.case, variant: cell.variant });
    if (run === null) {
      notify({ kind: 'warning', message: 'This cell cannot be played as it is now. Run the dataset to see why.' });
      return;
    }
    show({
      ...run,
      runId: `${cell.name} of ${place.path}`,
      isImported: true,
      isOfTest: true,
      importedFrom: place.path,
      files,
    });
    update({ document: { activePath: run.path } });
    if (state.view.isNarrow) setPanel(null);
    openDrawer('timeline');
    if (cell.event !== null && cell.event + 1 < run.events.length) showMoment(cell.event + 1);
  } catch (error) {
    ignoreWorkerExit(error);
  }
}
