import { replaceFileText, writeFiles } from '../document/dispatch.ts';
import { openFile } from '../document/files.ts';
import { notify } from '../store/notices.ts';
import type { KeptTest } from '../store/ProofState.ts';
import { session } from '../store/store.ts';
import { setMode } from '../store/view.ts';

/** The file of tests next to a workflow. */
interface TestsBeside {
  readonly file: string;
  /** Undefined where there is none yet. */
  readonly text: string | undefined;
}

/** A test that was made of a run. */
interface NewTest {
  readonly name: string;
  /** The whole file with it. */
  readonly text: string;
  /** How it ends differently from the run; null: it does not. */
  readonly difference: string | null;
}

/** The file of tests next to a workflow, as it is now. */
export function testsBeside(path: string): TestsBeside {
  const file = path.replace(/(?:\.ya?ml)?$/, '.test.yaml');
  return { file, text: session.getState().document.workspace.files.get(file) };
}

/**
 * Writes the file of tests to which one was added, and says so, and how the test differs from its run, with the `cause` if it is known; the open file stays open.
 * Answers with the test; null where it was not written.
 */
export function keepTest({ file, text: before }: TestsBeside, test: NewTest, cause = ''): KeptTest | null {
  const { name, text, difference } = test;
  const isWritten =
    before === undefined
      ? writeFiles('files.recorded', [{ type: 'create', path: file, text }])
      : replaceFileText(file, text, 'files.recorded');
  if (!isWritten) return null;
  const differs = ['The test does not end as the run did.', difference, cause, 'Edit the test to match.']
    .filter(Boolean)
    .join(' ');
  notify({
    kind: difference === null ? 'info' : 'warning',
    message: `Saved as the test “${name}” in ${file}.${difference === null ? '' : ` ${differs}`}`,
    action: { label: 'Open as text', run: () => openAsText(file) },
  });
  return { path: file, name };
}

function openAsText(file: string): void {
  openFile(file);
  setMode('code');
}

/** Says that no test was added, and why. */
export function tellUnchanged({ file }: TestsBeside, reason: string): void {
  notify({ kind: 'warning', message: `${file} was not changed. ${reason}` });
}
