import { isTestFile } from '#engine';
import { namedCassettes } from '#engine/model';
import { port } from '../store/ports.ts';
import type { SessionState } from '../store/State.ts';
import { analysisOf, relatedFiles } from './analysis.ts';

/**
 * The texts that the tests of a file are played with, by path: its workflow, what that imports, and the recorded runs it names that are in
 * the open folder. Those that this device keeps are read by the engine; what is nowhere, it tells.
 */
export async function testedFiles(state: SessionState, path: string): Promise<ReadonlyMap<string, string>> {
  const related = relatedFiles(state, path);
  const folder = port('folder');
  const syntax = isTestFile(path) ? analysisOf(state, path, 'own')?.syntax : undefined;
  if (folder === undefined || syntax === undefined) return related;
  const named = [...namedCassettes(path, syntax)];
  const read = await Promise.all(named.map((name) => folder.readFile(name).catch(() => null)));
  const found = named.flatMap((name, index): readonly [string, string][] => {
    const text = read[index] ?? null;
    return text === null ? [] : [[name, text]];
  });
  return found.length === 0 ? related : new Map([...related, ...found]);
}

/** Where the file of a recorded run is beside its workflow: by its path in the workspace, and as a test beside the workflow names it. */
export function recordingPlace(workflow: string, runId: string): { readonly path: string; readonly name: string } {
  const slash = workflow.lastIndexOf('/') + 1;
  const stem = workflow.slice(slash).replace(/\.ya?ml$/, '');
  const mark = runId
    .replaceAll(/[^\w-]/g, '-')
    .slice(-12)
    .replace(/^-+/, '');
  const file = `runs/${stem}-${mark}.json`;
  return { path: workflow.slice(0, slash) + file, name: `./${file}` };
}

/** Writes a recorded run to the open folder; rejects with a message for the user. */
export async function writeRecording(path: string, text: string): Promise<void> {
  const folder = port('folder');
  if (folder === undefined) return;
  // A served folder replaces only what was read before.
  await folder.readFile(path);
  await folder.writeFile(path, text);
}
