import { createLineIndex } from '#engine';
import type { OutboundEngine } from '#engine/worker';
import { replaceFileText } from '../document/dispatch.ts';
import { notifyFailure, reachOut } from '../document/engine.ts';
import { openFile } from '../document/files.ts';
import { testedFiles } from '../document/testData.ts';
import { notify } from '../store/notices.ts';
import { withPort } from '../store/ports.ts';
import { session } from '../store/store.ts';
import { setMode, setPanel } from '../store/view.ts';
import { loadPrices, plainPrices } from '../workspace/prices.ts';
import type { LiveBounds } from './datasets.ts';
import { playTest } from './playTests.ts';

/**
 * Makes the calls of a test for real that it has no answer for any more, within a budget, writes their answers into its file as one step to undo, and plays
 * it again. Calls are made once the workflow and its tests are trusted, which the user is asked.
 */
export async function recordTest(path: string, index: number, { limits }: LiveBounds): Promise<void> {
  await loadPrices();
  const state = session.getState();
  const text = state.document.workspace.files.get(path);
  const workflow = state.run.tested.get(path)?.found.workflow ?? null;
  if (text === undefined || workflow === null) return;
  const files = await testedFiles(state, path);
  const live = { limits, isFresh: false, variables: state.workspace.variables, width: 1 };
  const request = { path, text, files, index, prices: plainPrices(state), live };
  try {
    const recorded = await reachOut({ type: 'file', path: workflow, tests: path }, (engine) =>
      engine.recordTest(request),
    );
    if (recorded === null) return;
    if (recorded.ok) await take({ path, index, text }, recorded.value);
    else notify({ kind: 'warning', message: recorded.error });
  } catch (error) {
    notifyFailure('The missing answers were not recorded.', error);
  }
}

/** What came of asking for the missing answers of a test. */
type Recorded = Extract<Awaited<ReturnType<OutboundEngine['recordTest']>>, { readonly ok: true }>['value'];

/** Writes what was recorded of a test, where its file is still as it was, and plays it again. */
async function take(
  { path, index, text }: { readonly path: string; readonly index: number; readonly text: string },
  { text: after, asked, problem }: Recorded,
): Promise<void> {
  const made = listMade(asked.map(({ call }) => call));
  if (problem !== null) notify({ kind: 'warning', message: `${made}Nothing was recorded. ${problem}` });
  else if (asked.length === 0)
    notify({ kind: 'info', message: 'Each call of this test has an answer already, so no call was made.' });
  else if (session.getState().document.workspace.files.get(path) !== text) {
    const message = `${path} was changed meanwhile, so the answers were not written. Record them once more.`;
    notify({ kind: 'warning', message });
  } else if (replaceFileText(path, after, 'tests.record')) {
    const at = session.getState().run.tested.get(path)?.found.tests[index]?.at ?? { line: 1, column: 1 };
    notify({
      kind: 'success',
      message: `${made}${asked.length === 1 ? 'Its answer was' : 'Their answers were'} written into ${path}.`,
      action: { label: 'Open as text', run: () => showPlace(path, at) },
    });
    await playTest(path, index);
  }
}

/** How many calls are named in a message. */
const MOST_NAMED = 3;

/** Which calls were made for real; empty: none was. */
function listMade(calls: readonly string[]): string {
  if (calls.length === 0) return '';
  const more = calls.length - MOST_NAMED;
  const named = calls.slice(0, MOST_NAMED).join(', ');
  return `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} made: ${named}${more > 0 ? `, and ${more} more` : ''}. `;
}

/** Opens a test file, or the workflow of one, with the cursor at a place of it; lines and columns from 1. */
export function showPlace(path: string, at: { readonly line: number; readonly column: number }): void {
  const text = session.getState().document.workspace.files.get(path);
  if (text === undefined) return;
  openFile(path);
  // A phone has no room for both.
  if (session.getState().view.isNarrow) {
    setPanel(null);
    setMode('code');
  } else if (session.getState().view.mode === 'design') setMode('split');
  const start = Math.min(text.length, createLineIndex(text).offsetAt(at));
  withPort('source', (source) => source.reveal({ start, end: start }));
}
