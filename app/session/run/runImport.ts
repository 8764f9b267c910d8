import { quoteName } from '../../ui/markHidden.ts';
import { enginePort } from '../document/engine.ts';
import { notify } from '../store/notices.ts';
import { setPanel } from '../store/view.ts';
import { openRun } from './run.ts';
import { refreshRuns } from './runHistory.ts';

/** A file a user gave. */
interface GivenFile {
  readonly name: string;
  readonly text: string;
}

/** How long a file may take to be read before a notice says so, in ms. */
const PATIENCE = 1_000;

/** Adds exported runs to the history, opens it, and shows the last one. What is none is named. */
export async function importRuns(files: readonly GivenFile[]): Promise<void> {
  let last: string | null = null;
  for (const { name, text } of files) {
    const reading = setTimeout(() => notify({ kind: 'info', message: `Reading ${name}…` }), PATIENCE);
    try {
      last = (await enginePort()?.engine.importRun(text, name))?.runId ?? last;
    } catch (error) {
      notify({
        kind: 'error',
        message: `${quoteName(name)}: ${error instanceof Error ? error.message : String(error)}`,
      });
    } finally {
      clearTimeout(reading);
    }
  }
  await refreshRuns();
  if (last === null) return;
  setPanel('runs');
  await openRun(last);
  notify({ kind: 'success', message: 'The run was imported. It can be looked at and forked, but not continued.' });
}
