import type { KeptTest } from '../store/ProofState.ts';
import { session, update } from '../store/store.ts';
import { setPanel } from '../store/view.ts';
import { playNamed } from './playTests.ts';

/** Plays a test that was made of a run, and shows it in the panel of tests: on a phone, once somebody opens that, for it hides the workflow. */
export async function showKeptTest(test: KeptTest): Promise<void> {
  update({ run: { keptTest: test } });
  if (!session.getState().view.isNarrow) setPanel('tests');
  await playNamed(test);
}
