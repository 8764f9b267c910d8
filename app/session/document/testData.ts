import { isTestFile } from '#engine';
import { answersFileOf, namedFiles } from '#engine/model';
import { notify } from '../store/notices.ts';
import { port } from '../store/ports.ts';
import type { SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';
import { analysisOf, relatedFiles } from './analysis.ts';
import { enginePort, notifyFailure } from './engine.ts';

/**
 * The texts that the tests of a file are played with, by path: its workflow, what that imports, the recorded runs it names and the answers that
 * were kept, as far as they are in the open folder. Those that this device keeps are read by the engine; what is nowhere, it tells.
 */
export async function testedFiles(state: SessionState, path: string): Promise<ReadonlyMap<string, string>> {
  const related = relatedFiles(state, path);
  const syntax = isTestFile(path) ? analysisOf(state, path, 'own')?.syntax : undefined;
  if (syntax === undefined) return related;
  const found = await readFolderFiles([...namedFiles(path, syntax, 'cassette'), answersFileOf(path)]);
  return found.size === 0 ? related : new Map([...related, ...found]);
}

/** Texts of the open folder that are no documents, by path; what is not there is omitted. */
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

/** Where the file of a recorded run is next to its workflow: by its path in the workspace, and as a test next to the workflow names it. */
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

/** The files that the tests of the workspace read and that are no documents: rows, recorded runs, answers that were kept. By path, sorted. */
export function namedTestData(state: SessionState): readonly string[] {
  const { files } = state.document.workspace;
  const found = [...files.keys()].filter(isTestFile).flatMap((path) => {
    const syntax = analysisOf(state, path, 'own')?.syntax;
    if (syntax === undefined) return [];
    return [...namedFiles(path, syntax, 'each'), ...namedFiles(path, syntax, 'cassette'), answersFileOf(path)];
  });
  return [...new Set(found)].filter((path) => !files.has(path)).sort();
}

/** The texts of {@link namedTestData} that there are, in the open folder or else on this device. */
export async function readTestData(state: SessionState): Promise<ReadonlyMap<string, string>> {
  const paths = namedTestData(state);
  const inFolder = await readFolderFiles(paths);
  const engine = enginePort()?.engine;
  const found = new Map(inFolder);
  for (const path of paths) {
    const text = found.get(path) ?? (await engine?.readKeptFile(path).catch(() => null)) ?? null;
    if (text !== null) found.set(path, text);
  }
  return found;
}

/** Keeps a file that tests read, in the open folder or else on this device. Answers whether that was done; a notice says why not. */
export async function keepTestData(path: string, text: string): Promise<boolean> {
  try {
    if (port('folder') === undefined) await enginePort()?.engine.keepFile(path, text);
    else await writeFolderFile(path, text);
    return true;
  } catch (error) {
    notifyFailure(`“${path}” was not kept.`, error);
    return false;
  }
}

/** Keeps files that came with tests, but never over another text. */
export async function addTestData(texts: ReadonlyMap<string, string>): Promise<void> {
  const here = await readTestData(session.getState());
  for (const [path, text] of texts) {
    const before = here.get(path);
    if (before === undefined) await keepTestData(path, text);
    else if (before !== text)
      notify({
        kind: 'warning',
        message: `${path} is here already with other content, which was kept. Rename the one that you open to use it.`,
      });
  }
}
