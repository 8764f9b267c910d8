import type { FileChange, Result } from '#engine';
import { err, ok } from '#engine';
import type { EngineWorker, McpServer, McpTool, WorkspaceFiles } from '#engine/worker';
import { writeFiles } from './dispatch.ts';
import { keepTools } from './mcpTools.ts';
import { notify } from './notices.ts';
import { readOnlyReason } from './readOnly.ts';
import { reachOut } from './runEngine.ts';
import { session, update, watch } from './store.ts';

/** Lends the tools of runs the files of the workspace, and its MCP servers whenever they change. */
export function lendTools(engine: Pick<EngineWorker, 'lendWorkspace'>): () => void {
  const lend = (servers: readonly McpServer[]): void =>
    void engine.lendWorkspace(FILES, servers).catch(() => undefined);
  lend(session.getState().mcpServers);
  return watch((state) => state.mcpServers, lend);
}

/**
 * The tools of a server, which are remembered, or why it does not tell them, in words for the person. Servers are set up
 * by the person alone, under Variables: no file names one.
 */
export async function listServerTools(server: McpServer): Promise<readonly McpTool[] | string> {
  const { variables } = session.getState();
  const asked = reachOut({ type: 'person' }, (engine) => engine.listMcpTools(server, variables));
  const answer = await asked.catch(() => null);
  if (answer == null) return 'The engine does not answer. Try again.';
  if (!answer.ok) return answer.error.message;
  update({ mcpTools: new Map(session.getState().mcpTools).set(server.name, answer.value) });
  return answer.value;
}

/** Replaces the MCP servers of the workspace. They are kept on this device and never written to YAML. */
export function setMcpServers(mcpServers: readonly McpServer[]): void {
  const blocked = readOnlyReason();
  if (blocked) notify({ kind: 'warning', message: blocked });
  else {
    const before = session.getState();
    update({ mcpServers, mcpTools: keepTools(before.mcpTools, before.mcpServers, mcpServers) });
  }
}

/** The workspace as runs may touch it: each change is one of a person's, and can be undone. */
const FILES: WorkspaceFiles = {
  read: async (path) => {
    const { workspace, untrusted } = session.getState();
    const text = workspace.files.get(path);
    if (text === undefined) return err(`There is no “${path}” in the workspace.`);
    if (untrusted.has(path)) return err(`“${path}” came from outside: open it and let it run first.`);
    return ok(text);
  },
  write: async (path, text) => {
    const before = session.getState().workspace.files.get(path);
    if (before === undefined) return apply({ type: 'create', path, text });
    return apply({ type: 'edit', path, edits: [{ start: 0, end: before.length, text }] });
  },
  remove: async (path) => {
    if (!session.getState().workspace.files.has(path)) return err(`There is no “${path}” in the workspace.`);
    return apply({ type: 'remove', path });
  },
  list: async (folder) => {
    const paths = [...session.getState().workspace.files.keys()];
    return ok(paths.filter((path) => folder === '' || path.startsWith(`${folder}/`)));
  },
};

function apply(change: FileChange): Result<null, string> {
  const blocked = readOnlyReason();
  if (blocked) return err(blocked);
  return writeFiles('tools.write', [change]) ? ok(null) : err(`“${change.path}” could not be changed.`);
}
