import { replaceFileText } from '../document/dispatch.ts';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { testedFiles } from '../document/testData.ts';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { playTest } from './playTests.ts';

/** A test file as it is, and as it would be with expectations of one test that are what came. */
export interface TestUpdate {
  readonly path: string;
  readonly index: number;
  readonly before: string;
  readonly after: string;
  /** How many expectations stay, since what came cannot be written as one. */
  readonly left: number;
}

/** What a failed test would become that expects its result; null where that is not known, which a notice says. Nothing is written. */
export async function previewUpdate(path: string, index: number): Promise<TestUpdate | null> {
  const state = session.getState();
  const text = state.document.workspace.files.get(path);
  const engine = enginePort()?.engine;
  if (text === undefined || engine === undefined) return null;
  try {
    const files = await testedFiles(state, path);
    const updated = await engine.updateTest({ path, text, files, only: null }, index);
    if (updated?.ok === true) return { path, index, before: text, after: updated.value.text, left: updated.value.left };
    const why =
      updated === null ? 'This test cannot be played as it is now. Run it to see why.' : updated.error.message;
    notify({ kind: 'warning', message: why });
  } catch (error) {
    ignoreWorkerExit(error);
  }
  return null;
}

/** Writes an update, as one step to undo, and plays the test again. Refused where the file was changed since it was previewed. */
export async function writeUpdate({ path, index, before, after }: TestUpdate): Promise<void> {
  if (session.getState().document.workspace.files.get(path) !== before) {
    notify({ kind: 'warning', message: `${path} was changed meanwhile. Look at the difference once more.` });
    return;
  }
  if (replaceFileText(path, after, 'tests.update')) await playTest(path, index);
}
