import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ProposalStore } from '../proposals/ProposalStore.ts';
import { WorkspaceFolder } from '../proposals/WorkspaceFolder.ts';
import { createMcpServer } from './createMcpServer.ts';
import type { ToolContext } from './McpTool.ts';
import type { McpCommand } from './parseMcp.ts';

/**
 * `signalbox mcp`: serves the tools for programs that write workflows, over standard input and output, until the client goes away. Exit
 * 0, or 2 where there is no such folder.
 */
export async function runMcpCommand(io: CommandIo, { folder, applies }: McpCommand): Promise<ExitCode> {
  const root = await findFolder(io, folder);
  if (root === null || io.streams === undefined) {
    io.printError(
      root === null ? `There is no folder ${folder}.\n` : 'Standard input and output cannot be served here.\n',
    );
    return 2;
  }
  const server = createMcpServer(openContext(io, root, applies));
  const { input, output } = io.streams;
  const transport = new StdioServerTransport(input, output);
  const ended = new Promise<void>((resolve) => {
    // The client closes our input as it goes away, which the transport does not hear.
    input.once('end', resolve);
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(transport);
  await ended;
  await server.close();
  return 0;
}

/** What tools work with: a process that has the folder, and neither the variables nor the network of this one. */
export function openContext(io: CommandIo, root: string, applies: boolean): ToolContext {
  const { exchange: _, askLine: __, ...own } = io;
  const inside: CommandIo = { ...own, folder: root, env: {}, isOutTerminal: false, isErrorTerminal: false };
  return { io: inside, folder: new WorkspaceFolder(inside), proposals: new ProposalStore(root), who: 'mcp', applies };
}

async function findFolder(io: CommandIo, name: string): Promise<string | null> {
  try {
    const root = await realpath(path.resolve(io.folder, name));
    return (await stat(root)).isDirectory() ? root : null;
  } catch {
    return null;
  }
}
