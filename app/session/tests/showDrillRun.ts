import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { keepTest, tellUnchanged, testsBeside } from '../run/keepTest.ts';
import { showMoment } from '../run/runMoment.ts';
import { show } from '../run/runShown.ts';
import { notify } from '../store/notices.ts';
import type { DrillCell } from '../store/ProofState.ts';
import { session, update } from '../store/store.ts';
import { openDrawer, setPanel } from '../store/view.ts';
import { playNamed } from './playTests.ts';

/** Plays the run of a cell once more and puts it on screen, at the instant at which the fault struck. It is not kept in the history. */
export async function showDrillRun(cell: DrillCell): Promise<void> {
  const found = await playCell(cell);
  if (found === null) return;
  const { run, files } = found;
  show({
    ...run,
    runId: `drill ${cell.place}: ${cell.fault} of ${run.path}`,
    isImported: true,
    isOfTest: true,
    importedFrom: run.path,
    files,
  });
  update({ document: { activePath: run.path } });
  if (session.getState().view.isNarrow) setPanel(null);
  openDrawer('timeline');
  const instant = (run.struckAt ?? cell.step) + 1;
  if (instant < run.events.length) showMoment(instant);
}

/** What a test cannot repeat of a fault. */
const NOT_IN_A_TEST: Readonly<Partial<Record<DrillCell['kind'], string>>> = {
  'killed-before': 'A test does not stop its host.',
  'killed-after': 'A test does not stop its host.',
  'late-timer': 'A test has no late timers.',
  'signal-twice': 'A test sends the signal only once.',
};

/** Adds the run of a cell to the test file next to its workflow, as a test that passes. */
export async function saveDrillRun(cell: DrillCell): Promise<void> {
  const found = await playCell(cell);
  const engine = enginePort()?.engine;
  if (found === null || engine === undefined) return;
  const { run, files } = found;
  if (run.events.at(-1)?.type !== 'run.finished') {
    notify({ kind: 'warning', message: 'This run does not end, so no test can expect its end.' });
    return;
  }
  const { path, source, events } = run;
  const tests = testsBeside(path);
  try {
    const name = `${cell.place}: ${cell.fault}`;
    const saved = await engine.saveTest({ path, source, files, events, name, text: tests.text ?? '' });
    if (!saved.ok) {
      tellUnchanged(tests, saved.error.message);
      return;
    }
    const kept = keepTest(tests, saved.value, NOT_IN_A_TEST[cell.kind]);
    // The grid that it was saved from stays.
    if (kept !== null) await playNamed(kept);
  } catch (error) {
    ignoreWorkerExit(error);
  }
}

async function playCell(cell: DrillCell) {
  const { drill } = session.getState().run;
  const engine = enginePort()?.engine;
  if (drill === null || engine === undefined) return null;
  const { path, files, source } = drill;
  try {
    const run = await engine.playDrillCell({ path, files, source }, cell);
    if (run !== null) return { run, files };
    notify({ kind: 'warning', message: 'This run cannot be played any more. Drill the workflow again.' });
  } catch (error) {
    ignoreWorkerExit(error);
  }
  return null;
}
