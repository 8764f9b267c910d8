import { isTestFile } from '#engine';
import { answersFileOf, namedCassettes } from '#engine/model';
import { port } from '../store/ports.ts';
import type { SessionState } from '../store/State.ts';
import { analysisOf, relatedFiles } from './analysis.ts';

/**
 * The texts that the tests of a file are played with, by path: its workflow, what that imports, the recorded runs it names and the answers that
 * were kept, as far as they are in the open folder. Those that this device keeps are read by the engine; what is nowhere, it tells.
 */
export async function testedFiles(state: SessionState, path: string): Promise<ReadonlyMap<string, string>> {
  const related = relatedFiles(state, path);
  const syntax = isTestFile(path) ? analysisOf(state, path, 'own')?.syntax : undefined;
  if (syntax === undefined) return related;
  const found = await readFolderFiles([...namedCassettes(path, syntax), answersFileOf(path)]);
  return found.size === 0 ? related : new Map([...related, ...found]);
}

/** Texts of the open folder that are no documents, by path; what is not there is left out. */
export async function readFolderFiles(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const folder = port('folder');
  if (folder === undefined) return new Map();
  const read = await Promise.all(paths.map((path) => folder.readFile(path).catch(() => null)));
  return new Map(
    paths.flatMap((path, index): readonly [string, string][] => {
      const text = read[index] ?? null;
      return text === null ? [] : [[path, text]];
    }),
  );
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

/** Writes a file that is no document to the open folder, where there is one; rejects with a message for the user. */
export async function writeFolderFile(path: string, text: string): Promise<void> {
  const folder = port('folder');
  if (folder === undefined) return;
  // A served folder replaces only what was read before.
  await folder.readFile(path);
  await folder.writeFile(path, text);
}
