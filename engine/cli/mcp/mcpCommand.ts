import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { err, messageOf, ok, type Result, stackOf } from '../../base/index.ts';
import { PRICES } from '../../hosts/node/index.ts';
import { LiveBudget } from '../../proof/index.ts';
import { AUTHORING, authoringRoutes, serveApi, TokenFile } from '../../server/index.ts';
import { NO_RUNS } from '../../service/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { ProposalStore } from '../proposals/ProposalStore.ts';
import { readSubjects } from '../proposals/proveDrills.ts';
import { hashOf, WorkspaceFolder } from '../proposals/WorkspaceFolder.ts';
import { takesInput } from '../readVariables.ts';
import { refuse } from '../refuse.ts';
import { explainState, stateFolder } from '../serve/stateFolder.ts';
import { readLiveVariables } from '../test/live/LiveSession.ts';
import type { LiveOptions } from '../test/live/parseLive.ts';
import { readCassettes } from '../test/readTests.ts';
import { toPatternCommand } from '../toCommand.ts';
import { createMcpServer } from './createMcpServer.ts';
import type { ToolContext } from './McpTool.ts';
import { type McpCommand, parseMcp } from './parseMcp.ts';

/** Where the tools are served over HTTP. */
interface ServedAt {
  /** 0: any that is free. */
  readonly port: number;
  /** The state folder that has the tokens. */
  readonly state: string;
}

/**
 * Serves the tools over HTTP on this computer until the command is stopped: with the tokens of a server where the state folder has some,
 * and else for any program of this computer, but for no page of another site. Exit 0, or 2 where it cannot begin.
 */
async function serveTools(io: CommandIo, context: ToolContext, { port, state }: ServedAt): Promise<ExitCode> {
  const tokens = new TokenFile(state);
  try {
    const problem = explainState(state);
    if (problem !== null) throw new Error(problem);
    if ((context.applies || context.live !== null) && (await tokens.list()).length === 0) throw new Error(TOKEN_FIRST);
    const server = await serveApi({
      service: NO_RUNS,
      host: '127.0.0.1',
      port,
      tokens,
      cors: [],
      routes: authoringRoutes,
      authoring: (caller) => createMcpServer(context, caller),
      onDefect: (error) => io.printError(`${stackOf(error)}\n`),
    });
    io.printOut(`${onOneLine(path.basename(context.folder.root))} is served at ${server.address}${AUTHORING}\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await server.close();
    return 0;
  } catch (error) {
    return refuse(io, onOneLine(messageOf(error)));
  }
}

const TOKEN_FIRST =
  'Without a token, any program on this computer could write here with --apply, or make calls with --live. Make a token first: signalbox serve token FOLDER --name NAME --scope admin.';

/**
 * `signalbox mcp`: serves the tools for programs that write workflows, over standard input and output until the client goes away, or
 * over HTTP until it is stopped. Exit 0, or 2 where it cannot begin.
 */
export const mcpCommand = toPatternCommand(parseMcp, runMcpCommand);

async function runMcpCommand(io: CommandIo, { folder, applies, live, port, state }: McpCommand): Promise<ExitCode> {
  const root = await findFolder(io, folder);
  if (root === null) return refuse(io, `There is no folder ${folder}.`);
  const allowed = live === null ? ok(null) : await readLive(io, live, port);
  if (!allowed.ok) return refuse(io, allowed.error);
  const context = openContext(io, root, { applies, live: allowed.value });
  if (port !== null) return serveTools(io, context, { port, state: stateFolder(io, { folder: root, state }) });
  if (io.streams === undefined) return refuse(io, 'Standard input and output are not available here. Use --port N.');
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

/** Reads once what real calls need: as the command is started, from the folder in which it is. The error is one sentence. */
async function readLive(io: CommandIo, live: LiveOptions, port: number | null): Promise<Result<LiveOptions, string>> {
  const { env, secrets } = live.given;
  if (port === null && [...env, ...secrets].some(takesInput))
    return err('Standard input is used by the MCP client. Give the secret in a file, or add --port N.');
  const variables = await readLiveVariables(io, live);
  return variables.ok ? ok({ ...live, variables: variables.value }) : variables;
}

/** What tools work with: a process that has the folder, and neither the variables nor the network of this one. */
export function openContext(io: CommandIo, root: string, { applies, live }: Allowed): ToolContext {
  const { exchange: _, askLine: __, ...own } = io;
  const plain = { folder: root, isOutTerminal: false, isErrorTerminal: false };
  const inside: CommandIo = { ...own, ...plain, env: {} };
  const folder = new WorkspaceFolder(inside);
  return {
    io: inside,
    folder,
    hashOf,
    ports: inside.runScript === undefined ? {} : { runScript: inside.runScript },
    findTests: (files, place) => readSubjects(inside, files, place),
    readRecorded: async (name, { file, findings }) => {
      const place = await folder.placeOf(name, 'recorded');
      if (!place.ok) return place;
      const tests = { path: 'run.test.yaml', within: root };
      return ok((await readCassettes(inside, file, { place: tests, findings })).get(name));
    },
    proposals: new ProposalStore(root),
    who: 'mcp',
    applies,
    live:
      live === null
        ? null
        : {
            io: { ...io, ...plain },
            options: live,
            // The program that asks writes the workflows, and could write that its model costs nothing.
            budget: new LiveBudget(live.limits, PRICES, { takesOwnPrices: false }),
          },
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
