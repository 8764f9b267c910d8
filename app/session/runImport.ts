import { notify } from './notices.ts';
import { openRun } from './run.ts';
import { enginePort } from './runEngine.ts';
import { refreshRuns } from './runHistory.ts';
import { setPanel } from './view.ts';

/** A file a person gave. */
interface GivenFile {
  readonly name: string;
  readonly text: string;
}

/** Adds exported runs to the history, opens it, and shows the last one. What is none is told of. */
export async function importRuns(files: readonly GivenFile[]): Promise<void> {
  let last: string | null = null;
  for (const { name, text } of files) {
    try {
      last = (await enginePort()?.engine.importRun(text))?.runId ?? last;
    } catch (error) {
      notify({ kind: 'error', message: `${name}: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  await refreshRuns();
  if (last === null) return;
  setPanel('runs');
  await openRun(last);
  notify({ kind: 'success', message: 'The run was imported. It can be looked at and forked, and never goes on.' });
}
