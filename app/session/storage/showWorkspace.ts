import { createHistory, type Workspace } from '#engine';
import { notify } from '../store/notices.ts';
import { EMPTY_SELECTION, session, update } from '../store/store.ts';
import type { Merged } from './mergeStored.ts';

/** Shows two workspaces made one, and says what is kept next to what; `why` is the middle of that sentence. */
export function showMerged({ workspace, beside }: Merged, why: string): void {
  for (const { path, kept } of beside) notify({ kind: 'warning', message: `${path} ${why} is kept as ${kept}.` });
  const {
    document: { untrusted },
  } = session.getState();
  const alike = beside.flatMap(({ path, kept }) => (untrusted.has(path) ? [kept] : []));
  if (alike.length > 0) update({ document: { untrusted: new Set([...untrusted, ...alike]) } });
  show(workspace);
}

/** What is not trusted here, and what is not elsewhere: whoever knows more is right. */
export function joinUntrusted(paths: Iterable<string> = []): Set<string> {
  return new Set([...session.getState().document.untrusted, ...paths]);
}

/** Puts a workspace on screen that did not come about by a change here: there is nothing in it to undo. */
export function show(workspace: Workspace): void {
  const {
    document: { activePath },
  } = session.getState();
  const path =
    activePath !== null && workspace.files.has(activePath) ? activePath : (workspace.files.keys().next().value ?? null);
  const selection = path === activePath ? session.getState().document.selection : EMPTY_SELECTION;
  update({ document: { workspace, history: createHistory(), activePath: path, selection } });
}
