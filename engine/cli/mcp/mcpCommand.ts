import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { PRICES } from '../../hosts/node/index.ts';
import { LiveBudget } from '../../proof/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ProposalStore } from '../proposals/ProposalStore.ts';
import { WorkspaceFolder } from '../proposals/WorkspaceFolder.ts';
import { stateFolder } from '../serve/stateFolder.ts';
import { createMcpServer } from './createMcpServer.ts';
import type { ToolContext } from './McpTool.ts';
import type { McpCommand } from './parseMcp.ts';
import { serveTools } from './serveTools.ts';

/**
 * `signalbox mcp`: serves the tools for programs that write workflows, over standard input and output until the client goes away, or
 * over HTTP until it is stopped. Exit 0, or 2 where it cannot begin.
 */
export async function runMcpCommand(
  io: CommandIo,
  { folder, applies, live, port, state }: McpCommand,
): Promise<ExitCode> {
  const root = await findFolder(io, folder);
  if (root === null) {
    io.printError(`There is no folder ${folder}.\n`);
    return 2;
  }
  const context = openContext(io, root, { applies, live });
  if (port !== null) return serveTools(io, context, { port, state: stateFolder(io, { folder: root, state }) });
  if (io.streams === undefined) {
    io.printError('Standard input and output are not available here. Use --port N.\n');
    return 2;
  }
  const server = createMcpServer(context);
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
export function openContext(io: CommandIo, root: string, { applies, live }: Allowed): ToolContext {
  const { exchange: _, askLine: __, ...own } = io;
  const plain = { folder: root, isOutTerminal: false, isErrorTerminal: false };
  const inside: CommandIo = { ...own, ...plain, env: {} };
  return {
    io: inside,
    folder: new WorkspaceFolder(inside),
    proposals: new ProposalStore(root),
    who: 'mcp',
    applies,
    live:
      live === null ? null : { io: { ...io, ...plain }, options: live, budget: new LiveBudget(live.limits, PRICES) },
  };
}

/** What a person allowed. */
export type Allowed = Pick<McpCommand, 'applies' | 'live'>;

/** Neither of it. */
export const NOTHING_ALLOWED: Allowed = { applies: false, live: null };

async function findFolder(io: CommandIo, name: string): Promise<string | null> {
  try {
    const root = await realpath(path.resolve(io.folder, name));
    return (await stat(root)).isDirectory() ? root : null;
  } catch {
    return null;
  }
}
