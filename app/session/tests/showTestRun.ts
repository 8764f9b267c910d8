import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { testedFiles } from '../document/testData.ts';
import { showMoment } from '../run/runMoment.ts';
import { show } from '../run/runShown.ts';
import { notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';
import { openDrawer, setPanel } from '../store/view.ts';

/** Plays a test once more and puts its run on screen, at an event or at its end. It is not kept in the history. */
export async function showTestRun(path: string, index: number, event: number | null): Promise<void> {
  const state = session.getState();
  const text = state.document.workspace.files.get(path);
  const engine = enginePort()?.engine;
  if (text === undefined || engine === undefined) return;
  try {
    const files = await testedFiles(state, path);
    const run = await engine.playTestRun({ path, text, files, only: null }, index);
    if (run === null) {
      notify({ kind: 'warning', message: 'This test cannot be played as it is now. Run it to see why.' });
      return;
    }
    show({
      ...run,
      runId: `test ${index + 1} of ${path}`,
      isImported: true,
      isOfTest: true,
      importedFrom: path,
      files,
    });
    update({ document: { activePath: run.path } });
    if (state.view.isNarrow) setPanel(null);
    openDrawer('timeline');
    if (event !== null && event + 1 < run.events.length) showMoment(event + 1);
  } catch (error) {
    ignoreWorkerExit(error);
  }
}
