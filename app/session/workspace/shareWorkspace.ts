import type { EngineWorker, McpServer, ReadableFiles } from '#engine/worker';
import { lazyModule } from '../../ui/lazyModule.ts';
import { session, watch } from '../store/store.ts';

/** Gives the engine the files of the workspace for tools of runs, and its MCP servers whenever they change. Answers with a function that stops that. */
export function shareWorkspace(engine: Pick<EngineWorker, 'setWorkspace'>): () => void {
  const share = (servers: readonly McpServer[]): void =>
    void engine.setWorkspace(FILES, servers).catch(() => undefined);
  share(session.getState().workspace.mcpServers);
  return watch((state) => state.workspace.mcpServers, share);
}

const files = lazyModule(() => import('./runFiles.ts').then(({ runFiles }) => runFiles));

/** The workspace as runs may read it, loaded with the first tool that does. */
const FILES: ReadableFiles = {
  read: async (path) => (await files.load()).read(path),
  list: async (folder) => (await files.load()).list(folder),
};
