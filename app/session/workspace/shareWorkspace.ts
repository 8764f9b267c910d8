import type { FileChange, Result } from '#engine';
import { err, ok } from '#engine';
import type { EngineWorker, McpServer, WorkspaceFiles } from '#engine/worker';
import { writeFiles } from '../document/dispatch.ts';
import { readOnlyReason } from '../document/readOnly.ts';
import { session, watch } from '../store/store.ts';

/** Gives the engine the files of the workspace for tools of runs, and its MCP servers whenever they change. Answers with a function that stops that. */
export function shareWorkspace(engine: Pick<EngineWorker, 'setWorkspace'>): () => void {
  const share = (servers: readonly McpServer[]): void =>
    void engine.setWorkspace(FILES, servers).catch(() => undefined);
  share(session.getState().workspace.mcpServers);
  return watch((state) => state.workspace.mcpServers, share);
}

/** The workspace as runs may touch it: each change is one of a user's, and can be undone. */
const FILES: WorkspaceFiles = {
  read: async (path) => {
    const {
      document: { workspace, untrusted },
    } = session.getState();
    const text = workspace.files.get(path);
    if (text === undefined) return err(`There is no “${path}” in the workspace.`);
    if (untrusted.has(path)) return err(`“${path}” came from outside: open it and let it run first.`);
    return ok(text);
  },
  write: async (path, text) => {
    const before = session.getState().document.workspace.files.get(path);
    if (before === undefined) return apply({ type: 'create', path, text });
    return apply({ type: 'edit', path, edits: [{ start: 0, end: before.length, text }] });
  },
  remove: async (path) => {
    if (!session.getState().document.workspace.files.has(path)) return err(`There is no “${path}” in the workspace.`);
    return apply({ type: 'remove', path });
  },
  list: async (folder) => {
    const paths = [...session.getState().document.workspace.files.keys()];
    return ok(paths.filter((path) => folder === '' || path.startsWith(`${folder}/`)));
  },
};

function apply(change: FileChange): Result<null, string> {
  const blocked = readOnlyReason();
  if (blocked) return err(blocked);
  return writeFiles('tools.write', [change]) ? ok(null) : err(`“${change.path}” could not be changed.`);
}
