import { type FileChange, type Layout, ok, readLayout } from '#engine';
import type { ReadFiles } from '../platform/index.ts';
import { dispatch } from './dispatch.ts';
import { freePath, openFile } from './files.ts';
import { notify } from './notices.ts';
import { session } from './store.ts';
import { distrust } from './trust.ts';

/** Whether a text is an exported run rather than a workflow. */
function isExportedRun(text: string): boolean {
  return /^\s*\{\s*"format":\s*"signalbox-run\//.test(text);
}

/**
 * Adds files a person gave to the workspace, as one undo step, and opens the first. A file that is here already with the
 * same text is only opened; with another text it comes in beside it. Exported runs go to the history. What was refused is
 * told.
 */
export function importFiles({ files: given, refused }: ReadFiles): void {
  for (const message of refused) notify({ kind: 'error', message });
  const runs = given.filter(({ text }) => isExportedRun(text));
  const files = given.filter(({ text }) => !isExportedRun(text));
  if (runs.length > 0) void import('./runImport.ts').then(({ importRuns }) => importRuns(runs));
  const { workspace } = session.getState();
  const changes: FileChange[] = [];
  const layouts = new Map<string, Layout>();
  const paths: string[] = [];
  for (const { name, text, layoutText } of files) {
    if (workspace.files.get(name) === text) {
      paths.push(name);
      continue;
    }
    const path = freePath(name);
    if (paths.includes(path)) continue;
    changes.push({ type: 'create', path, text });
    paths.push(path);
    const layout = layoutText === null ? null : readLayout(layoutText);
    if (layout) layouts.set(path, layout);
    else if (layoutText !== null)
      notify({
        kind: 'warning',
        message: `The layout file of ${name} could not be read. Its tasks are placed automatically.`,
      });
  }
  if (changes.length > 0 && !dispatch(ok({ origin: 'files.import', changes, layouts }))) return;
  distrust(changes.map(({ path }) => path));
  const first = paths[0];
  if (first !== undefined) openFile(first);
}
