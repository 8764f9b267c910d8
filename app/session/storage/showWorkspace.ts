import { createHistory, type Workspace } from '#engine';
import { notify } from '../notices.ts';
import { EMPTY_SELECTION, session, update } from '../store.ts';
import type { Merged } from './mergeStored.ts';

/** Shows two workspaces made one, and says what is kept beside what; `why` is the middle of that sentence. */
export function showMerged({ workspace, beside }: Merged, why: string): void {
  for (const { path, kept } of beside) notify({ kind: 'warning', message: `${path} ${why} is kept as ${kept}.` });
  const { untrusted } = session.getState();
  const alike = beside.flatMap(({ path, kept }) => (untrusted.has(path) ? [kept] : []));
  if (alike.length > 0) update({ untrusted: new Set([...untrusted, ...alike]) });
  show(workspace);
}

/** What is not trusted here, and what is not elsewhere: whoever knows more is right. */
export function joinUntrusted(paths: Iterable<string> = []): Set<string> {
  return new Set([...session.getState().untrusted, ...paths]);
}

/** Puts a workspace on screen that did not come about by a change here: there is nothing in it to undo. */
export function show(workspace: Workspace): void {
  const { activePath } = session.getState();
  const path =
    activePath !== null && workspace.files.has(activePath) ? activePath : (workspace.files.keys().next().value ?? null);
  update({
    workspace,
    history: createHistory(),
    activePath: path,
    ...(path === activePath ? {} : { selection: EMPTY_SELECTION }),
  });
}
