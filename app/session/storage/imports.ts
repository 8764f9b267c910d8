import type { FileChange, Layout } from '#engine';
import { readLayout } from '#engine/layout';
import type { OpenedFile, ReadFiles } from '../../platform/index.ts';
import { quoteName } from '../../ui/markHidden.ts';
import { writeFiles } from '../document/dispatch.ts';
import { findBadName } from '../document/fileNames.ts';
import { freePath, openFile } from '../document/files.ts';
import { addTestData, namedTestData } from '../document/testData.ts';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { importVersions, versionedName } from '../versions/keptVersions.ts';
import { sayBadNotes } from './disk/sameLayout.ts';

/** Whether a text is an exported run rather than a workflow. */
function isExportedRun(text: string): boolean {
  return /^\s*\{\s*"format":\s*"signalbox-run\//.test(text);
}

/**
 * Adds files a user gave to the workspace, as one undo step, and opens the first. A file that is here already with the
 * same text is only opened; with another text it comes in next to it. Exported runs go to the history, or next to the tests that read
 * them, as rows do; versions go to those of the file that they are of. What was refused is shown. Answers with the path of the first;
 * null where none is a workflow.
 */
export function importFiles({ files: given, refused }: ReadFiles): string | null {
  for (const message of refused) notify({ kind: 'error', message });
  for (const { name } of given) {
    const problem = findProblem(name);
    if (problem !== null) notify({ kind: 'error', message: problem });
  }
  const named = given.filter(({ name }) => findProblem(name) === null);
  const versions = named.filter(({ name, text }) => versionedName(name, text) !== null);
  const files = named.filter((file) => !isExportedRun(file.text) && !ROWS.test(file.name) && !versions.includes(file));
  const paths = addDocuments(files);
  void addOthers(named.filter((file) => !files.includes(file) && !versions.includes(file)));
  void addVersions(versions, paths);
  return paths.values().next().value ?? null;
}

/**
 * Why a file of that name does not come in. What is saved below a hidden folder is not shown afterwards, and other programs obey
 * it: `.github/workflows`, `.git/hooks`. A bundle may be made by anyone.
 */
function findProblem(name: string): string | null {
  const step = name.split('/').find((each) => each.startsWith('.'));
  if (step === undefined) return findBadName(name);
  return `${quoteName(name)} was not opened: ${quoteName(step)} begins with a dot, so the file would be hidden once it is saved. Rename it, then open it again.`;
}

/** Keeps versions that came along next to those of the file here that theirs is now, or that has its name. */
async function addVersions(versions: readonly OpenedFile[], paths: ReadonlyMap<string, string>): Promise<void> {
  for (const { name, text } of versions) {
    const of = versionedName(name, text) ?? '';
    const path = paths.get(of) ?? of;
    if (!session.getState().document.workspace.files.has(path))
      notify({
        kind: 'warning',
        message: `${quoteName(name)} was not opened: it holds versions of ${quoteName(of)}, which is not here. Open that file with it.`,
      });
    else if (!(await importVersions(path, text)))
      notify({ kind: 'warning', message: `${quoteName(name)} could not be read: no version of it is kept.` });
  }
}

/** How the names of files with rows, or with answers that were kept, end. */
const ROWS = /\.(csv|jsonl)$/i;

/** Keeps what tests of the workspace read; exported runs that none reads go to the history. */
async function addOthers(others: readonly OpenedFile[]): Promise<void> {
  const wanted = new Set(namedTestData(session.getState()));
  const data = others.filter(({ name }) => wanted.has(name));
  await addTestData(new Map(data.map(({ name, text }) => [name, text])));
  const runs = others.filter((file) => !data.includes(file) && isExportedRun(file.text));
  if (runs.length > 0) await import('../run/runImport.ts').then(({ importRuns }) => importRuns(runs));
  for (const { name } of others)
    if (ROWS.test(name) && !wanted.has(name))
      notify({
        kind: 'warning',
        message: `${quoteName(name)} was not opened: no test here reads it. Import rows in the panel of tests.`,
      });
}

/** Answers with the paths that files have here now, by the names that they came with. */
function addDocuments(files: readonly OpenedFile[]): ReadonlyMap<string, string> {
  const {
    document: { workspace },
  } = session.getState();
  const changes: FileChange[] = [];
  const layouts = new Map<string, Layout>();
  const paths = new Map<string, string>();
  const renamed: string[] = [];
  for (const { name, text, layoutText } of files) {
    if (workspace.files.get(name) === text) {
      paths.set(name, name);
      continue;
    }
    const path = freePath(name);
    if ([...paths.values()].includes(path)) continue;
    if (path !== name) renamed.push(name);
    changes.push({ type: 'create', path, text });
    paths.set(name, path);
    const layout = layoutText === null ? null : readLayout(layoutText);
    if (layout) {
      layouts.set(path, layout);
      sayBadNotes(path, layout);
    } else if (layoutText !== null)
      notify({
        kind: 'warning',
        message: `The layout file of ${quoteName(name)} could not be read. Its tasks are placed automatically.`,
      });
  }
  if (changes.length > 0 && !writeFiles('files.import', changes, layouts)) return new Map();
  const [first] = paths.values();
  if (first === undefined) return paths;
  openFile(first);
  if (files.length > 1) sayRenamed(renamed);
  return paths;
}

/** Of files that came together some may name others, which are now those that were here. */
function sayRenamed(renamed: readonly string[]): void {
  const [first] = renamed;
  if (first === undefined) return;
  const others = renamed.length === 1 ? '' : ` and ${renamed.length - 1} more`;
  notify({
    kind: 'warning',
    message: `Another file of that name is here already: ${quoteName(first)}${others} came in with a number. Workflows that import it have the one that was here.`,
  });
}
