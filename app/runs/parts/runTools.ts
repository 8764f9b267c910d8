import { chooseFiles, downloadText, MAX_RUN_BYTES, readText } from '../../platform/index.ts';
import { continueOnText } from '../../session/backtest/index.ts';
import { notify, session } from '../../session/index.ts';
import { exportRun, importRuns } from '../../session/run/index.ts';
import { saveRunAsTest } from '../../session/runSteps/index.ts';
import { showKeptTest } from '../../session/tests/index.ts';

export { moveMoment, runPart, showMoment } from '../../session/run/index.ts';
/** What actions on a run need that is not needed at first sight: it is loaded with the first of them. */
export {
  nextFailed,
  openSearch,
  repeatRun,
  skipAnyWait,
  toggleVirtualTime,
} from '../../session/runSteps/index.ts';
export { forkHere, repeatShown, startAgainOn } from '../../session/servedRuns/index.ts';
export { retryItems } from './retryItems.ts';

/** Starts a fork of the run on screen with the text of its file as it is now, at the latest from the instant that is looked at. */
export async function continueShown(): Promise<void> {
  const { shown: run } = session.getState().run;
  if (run === null) return;
  const event = run.moment === null ? undefined : run.events.at(run.moment.count - 1);
  await continueOnText(run, event?.seq);
}

/** Makes the run on screen a test, plays that, and shows it next to the workflow. */
export async function keepAsTest(by?: 'recording'): Promise<void> {
  const kept = await saveRunAsTest(by);
  if (kept !== null) await showKeptTest(kept);
}

/** Saves a run as a file on the disk. */
export async function downloadRun({ runId, path }: { readonly runId: string; readonly path: string }): Promise<void> {
  const text = await exportRun(runId);
  const name =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '') ?? 'workflow';
  if (text !== null) downloadText(`${name}-${runId.slice(0, 12)}.json`, text);
}

/** Lets the user choose exported runs on the disk, and adds them to the history. */
export async function chooseRuns(): Promise<void> {
  const files = await chooseFiles();
  const runs: { readonly name: string; readonly text: string }[] = [];
  for (const file of files) {
    const read = await readText(file, MAX_RUN_BYTES);
    if (read.ok) runs.push({ name: file.name, text: read.text });
    else notify({ kind: 'error', message: read.reason });
  }
  if (runs.length > 0) await importRuns(runs);
}
