import { relatedFiles } from '../document/analysis.ts';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { testedFiles } from '../document/testData.ts';
import { announce } from '../store/notices.ts';
import type { MutationState } from '../store/ProofState.ts';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/** Plays the tests of a workflow on each of its changes, to see which of them no one would notice. */
export async function mutateWorkflow(path: string): Promise<void> {
  const state = session.getState();
  const engine = enginePort()?.engine;
  if (engine === undefined || state.run.mutation?.isOn === true) return;
  const tests = testsOf(state, path);
  const files = new Map(relatedFiles(state, path)).set(path, state.document.workspace.files.get(path) ?? '');
  for (const file of tests) for (const [name, text] of await testedFiles(state, file.path)) files.set(name, text);
  const standsOn = new Map([...files, ...tests.map((file) => [file.path, file.text] as const)]);
  update({
    run: { mutation: { path, files: standsOn, done: 0, total: 0, isOn: true, isWhole: true, outcome: null } },
  });
  try {
    const outcome = await engine.mutate({ path, files, tests }, ({ done, total }) => {
      const { mutation } = session.getState().run;
      if (mutation?.isOn !== true) return false;
      update({ run: { mutation: { ...mutation, done, total } } });
      return true;
    });
    change({ isOn: false, outcome });
    const isTried = outcome.wrong.length + outcome.failing.length === 0;
    announce(isTried ? `${outcome.found} of ${outcome.mutants} changes noticed.` : 'No change was tried.');
  } catch (error) {
    change({ isOn: false });
    ignoreWorkerExit(error);
  }
}

/** Ends it after the change that is tried; what was found is told. */
export function stopMutation(): void {
  change({ isOn: false, isWhole: false });
}

/** Whether the texts that the last mutation depends on are others by now. */
export function isMutationOld({ run: { mutation }, document: { workspace } }: SessionState): boolean {
  if (mutation === null || mutation.isOn) return false;
  return [...mutation.files].some(([path, text]) => (workspace.files.get(path) ?? text) !== text);
}

function change(part: Partial<MutationState>): void {
  const { mutation } = session.getState().run;
  if (mutation !== null) update({ run: { mutation: { ...mutation, ...part } } });
}

function testsOf(
  { run: { tested }, document }: SessionState,
  path: string,
): readonly { readonly path: string; readonly text: string }[] {
  return [...tested].flatMap(([name, { found }]) => {
    const text = document.workspace.files.get(name);
    return found.workflow === path && found.tests.length > 0 && text !== undefined ? [{ path: name, text }] : [];
  });
}
