import { answersFileOf, pathBeside, workflowOf } from '#engine/model';
import { relatedFiles } from '../document/analysis.ts';
import { replaceFileText } from '../document/dispatch.ts';
import { enginePort, notifyFailure } from '../document/engine.ts';
import { createFile, openFile } from '../document/files.ts';
import { keepTestData, readFolderFiles, writeFolderFile } from '../document/testData.ts';
import { notify } from '../store/notices.ts';
import type { SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';
import { readTests } from './playTests.ts';

/** A dataset, by its test file and its place among those of the file. */
export interface DatasetPlace {
  readonly path: string;
  readonly index: number;
}

/** What is read from a file: its name and its text. */
export interface GivenFile {
  readonly name: string;
  readonly text: string;
}

/** The texts that a dataset is played with: those of the workspace, and of the open folder its rows and the answers that were kept. What this device keeps is read by the engine. */
export async function datasetFiles(state: SessionState, place: DatasetPlace): Promise<ReadonlyMap<string, string>> {
  const { files } = state.document.workspace;
  const rows = rowsPath(state, place);
  const found = await readFolderFiles([...(rows === null ? [] : [rows]), answersFileOf(place.path)]);
  return found.size === 0 ? files : new Map([...found, ...files]);
}

/** Writes what was asked for real to the open folder, where the command line reads it; without a folder this device keeps it. */
export async function writeAnswers({ path }: DatasetPlace, text: string): Promise<void> {
  if (text !== '') await writeFolderFile(answersFileOf(path), text);
}

/** The path of the file of a dataset's rows; null where they are in the test file, or lead out of the workspace. */
export function rowsPath({ run }: SessionState, { path, index }: DatasetPlace): string | null {
  const rows = run.tested.get(path)?.found.datasets[index]?.rows ?? null;
  return rows === null ? null : pathBeside(path, rows);
}

/** The rows of a dataset as they are kept, to be saved as a file; null where there is no such file, which a notice says. */
export async function readRowsFile(place: DatasetPlace): Promise<GivenFile | null> {
  const state = session.getState();
  const path = rowsPath(state, place);
  if (path === null) return null;
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    const text =
      (await datasetFiles(state, place)).get(path) ?? (await enginePort()?.engine.readKeptFile(path)) ?? null;
    if (text !== null) return { name, text };
    notify({ kind: 'warning', message: `There is no “${path}” yet. Import it.` });
  } catch (error) {
    notifyFailure(`“${path}” was not read.`, error);
  }
  return null;
}

/** Puts a file in the place of the rows of a dataset: in the open folder, else on this device. Another kind of file is refused, with a notice. */
export async function importRows(place: DatasetPlace, { name, text }: GivenFile): Promise<void> {
  const path = rowsPath(session.getState(), place);
  if (path === null) return;
  const [wanted, given] = [endOf(path), endOf(name)];
  if (wanted !== given) {
    const message = `${name} was not imported: this dataset reads ${path}. Choose a ${wanted} file, or write another file under each.`;
    notify({ kind: 'warning', message });
    return;
  }
  if (await keepTestData(path, text)) notify({ kind: 'info', message: `${name} is kept as ${path}.` });
}

/** Makes a file of rows a dataset of a workflow: keeps it, and adds a test to the test file next to the workflow, which is opened. */
export async function addDatasetOf(workflow: string, { name, text }: GivenFile): Promise<void> {
  const state = session.getState();
  const engine = enginePort()?.engine;
  if (engine === undefined) return;
  const tests = workflow.replace(/(?:\.ya?ml)?$/, '.test.yaml');
  const path = pathBeside(tests, name);
  if (path === null || !['.csv', '.jsonl'].includes(endOf(name))) {
    notify({ kind: 'warning', message: `${name} was not imported: rows are a .csv or a .jsonl file.` });
    return;
  }
  const { files } = state.document.workspace;
  const before = files.get(tests);
  try {
    const own = new Map([...relatedFiles(state, workflow), [workflow, files.get(workflow) ?? '']]);
    const rows = { path: workflow, files: own, text: before ?? '', each: `./${name}`, rows: text };
    const added = await engine.addDataset(rows);
    if (!added.ok) {
      notify({ kind: 'warning', message: `${name} was not imported. ${added.error}` });
      return;
    }
    if (!(await keepTestData(path, text))) return;
    const isWritten =
      before === undefined
        ? createFile(tests, { text: added.value.text, source: 'files.create' }) !== null
        : replaceFileText(tests, added.value.text, 'files.create');
    if (!isWritten) return;
    openFile(tests);
    await readTests();
    notify({ kind: 'info', message: `${name} is the dataset “${added.value.name}” of ${tests}.` });
  } catch (error) {
    notifyFailure(`${name} was not imported.`, error);
  }
}

/** The workflow that rows are imported for: the file that is open, or the one that an open test file is of; null where that is none. */
export function workflowOfRows({ document: { activePath, workspace } }: SessionState): string | null {
  const { files } = workspace;
  if (activePath === null) return null;
  const workflow = /\.test\.ya?ml$/i.test(activePath) ? workflowOf(activePath, null) : activePath;
  return workflow !== null && files.has(workflow) ? workflow : null;
}

function endOf(name: string): string {
  return (/\.[^./]*$/.exec(name)?.[0] ?? '').toLowerCase();
}
