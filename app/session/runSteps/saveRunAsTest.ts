import { relatedFiles } from '../document/analysis.ts';
import { replaceFileText } from '../document/dispatch.ts';
import { enginePort } from '../document/engine.ts';
import { createFile, openFile } from '../document/files.ts';
import { notify } from '../store/notices.ts';
import type { SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';

/** Why the run on screen cannot become a test; undefined where it can. */
export function explainNoTest({ run: { shown: run } }: Pick<SessionState, 'run'>): string | undefined {
  if (run === null) return 'No run is on screen.';
  return run.view.status === 'running' ? 'The run has not ended yet.' : undefined;
}

/** Adds a test that plays the run on screen again to the test file beside its workflow, and opens that. */
export async function saveRunAsTest(): Promise<void> {
  const state = session.getState();
  const { shown: run } = state.run;
  const engine = enginePort()?.engine;
  if (run === null || engine === undefined || explainNoTest(state) !== undefined) return;
  const { path, source, events, view } = run;
  const file = path.replace(/(?:\.ya?ml)?$/, '.test.yaml');
  const text = state.document.workspace.files.get(file);
  const files = new Map([...relatedFiles(state, path), ...run.files]);
  const day = new Date(events.at(0)?.at ?? 0).toISOString().slice(0, 16).replace('T', ' ');
  const saved = await engine.saveTest({
    path,
    source,
    files,
    events: events.slice(),
    name: `${view.status} on ${day}`,
    text: text ?? '',
  });
  if (!saved.ok) {
    notify({ kind: 'warning', message: `${file} was not changed. ${saved.error.message}` });
    return;
  }
  const isWritten =
    text === undefined
      ? createFile(file, { text: saved.value.text, source: 'files.recorded' }) !== null
      : replaceFileText(file, saved.value.text, 'files.recorded');
  if (!isWritten) return;
  openFile(file);
  const { name, isSame } = saved.value;
  const differs =
    'It does not end as the run did: a test has no variables of yours, and nothing that earlier runs kept. Add what it lacks.';
  notify({ kind: isSame ? 'info' : 'warning', message: `Saved as the test “${name}”.${isSame ? '' : ` ${differs}`}` });
}
