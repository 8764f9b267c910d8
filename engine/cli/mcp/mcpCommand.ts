import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ok, stackOf } from '../../base/index.ts';
import { PRICES } from '../../hosts/node/index.ts';
import { LiveBudget } from '../../proof/index.ts';
import { AUTHORING, authoringRoutes, serveApi, TokenFile } from '../../server/index.ts';
import { NO_RUNS } from '../../service/index.ts';
import { allBut, defineArguments, oneFolder, type Parsed } from '../arguments/Arguments.ts';
import { attempt, CommandError } from '../arguments/CommandError.ts';
import { findFolder } from '../arguments/findFolder.ts';
import { file, flag, misuse, PORT } from '../arguments/options.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import { type CommandIo, type ExitCode, scriptPort } from '../CommandIo.ts';
import { printResult } from '../print/printResult.ts';
import { onOneLine } from '../print/terminal.ts';
import { ProposalStore } from '../proposals/ProposalStore.ts';
import { readSubjects } from '../proposals/proveDrills.ts';
import { hashOf, WorkspaceFolder } from '../proposals/WorkspaceFolder.ts';
import { takesInput } from '../readVariables.ts';
import { checkState, stateFolder } from '../serve/stateFolder.ts';
import { LIVE, type LiveOptions, liveOf, OF_REAL } from '../test/live/LIVE.ts';
import { readLiveVariables } from '../test/live/LiveSession.ts';
import { readCassettes } from '../test/readTests.ts';
import { createMcpServer } from './createMcpServer.ts';
import type { ToolContext } from './McpTool.ts';

/** What `signalbox mcp` takes. */
export const MCP = defineArguments(
  'mcp',
  {
    ...LIVE,
    /** Whether what is proposed is written at once. */
    apply: flag,
    /** Where it is served over HTTP on this computer; null: it is served over standard input and output. */
    port: PORT,
    /** The state folder with the tokens; null: that of the folder. */
    state: file,
  },
  (values, names) => ({
    folder: oneFolder('mcp', names),
    applies: values.apply,
    port: values.port,
    state: values.state,
    /** How calls of tests are made for real; null: they are not. */
    live: liveOf(values),
  }),
  [
    { where: ['state'], needs: ['port'], why: 'It holds the tokens for HTTP.' },
    { where: allBut(LIVE, 'live'), needs: ['live'], why: OF_REAL },
  ],
);

type McpCommand = Parsed<typeof MCP>;

/**
 * `signalbox mcp`: serves the tools for programs that write workflows, over standard input and output until the client goes away, or
 * over HTTP until it is stopped. Exit 0, or 2 where it cannot begin.
 */
export const mcpCommand = toPatternCommand(MCP, runMcpCommand);

async function runMcpCommand(io: CommandIo, command: McpCommand): Promise<ExitCode> {
  const { applies, port, live } = command;
  const root = await realpath(await findFolder(io, command.folder));
  const context = openContext(io, root, { applies, live: live === null ? null : await readLive(io, live, port) });
  if (port !== null) {
    const state = stateFolder(io, { ...command, folder: root });
    await attempt('UNAVAILABLE', () => serveTools(io, context, { port, state }));
    return 0;
  }
  if (io.streams === undefined)
    throw new CommandError('UNAVAILABLE', 'Standard input and output are not available here. Use --port N.');
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

/** Where the tools are served over HTTP. */
interface ServedAt {
  readonly port: number;
  /** The state folder that has the tokens. */
  readonly state: string;
}

/**
 * Serves the tools over HTTP on this computer until the command is stopped: with the tokens of a server where the state folder has some,
 * and else for any program of this computer, but for no page of another site. Rejects with an `Error` for the user where it cannot begin.
 */
async function serveTools(io: CommandIo, context: ToolContext, { port, state }: ServedAt): Promise<void> {
  const tokens = new TokenFile(state);
  checkState(state);
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
  const name = path.basename(context.folder.root);
  const address = server.address + AUTHORING;
  printResult(io, { folder: context.folder.root, address }, `${onOneLine(name)} is served at ${address}\n`);
  if (!io.signal.aborted) await once(io.signal, 'abort');
  await server.close();
}

const TOKEN_FIRST =
  'Without a token, any program on this computer could write here with --apply, or make calls with --live. Make a token first: signalbox serve token FOLDER --name NAME --scope admin.';

/** Reads once what real calls need: as the command is started, from the folder in which it is. */
async function readLive(io: CommandIo, live: LiveOptions, port: number | null): Promise<LiveOptions> {
  const { env, secrets } = live.given;
  if (port === null && [...env, ...secrets].some(takesInput))
    throw misuse('Standard input is used by the MCP client. Give the secret in a file, or add --port N.');
  return { ...live, variables: await readLiveVariables(io, live) };
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
    ports: scriptPort(inside),
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
