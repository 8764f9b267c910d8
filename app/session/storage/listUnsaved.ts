import type { SessionState } from '../store/State.ts';

type FolderView = Pick<SessionState, 'document' | 'storage'>;

/** What Save would write to the folder or remove there, in no order: changed, new, renamed and removed files. */
export function listUnsaved({
  document: { workspace, activePath },
  storage: { folder: state },
}: FolderView): readonly string[] {
  if (!state) return [];
  return [...new Set([...workspace.files.keys(), ...state.onDisk.keys()])].filter(
    (path) =>
      (path === activePath || state.onDisk.has(path) || !state.others.has(path)) &&
      workspace.files.get(path) !== state.onDisk.get(path),
  );
}
