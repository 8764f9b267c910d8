import { once } from 'node:events';
import path from 'node:path';
import { messageOf, stackOf } from '../../base/index.ts';
import { AUTHORING, authoringRoutes, serveApi, TokenFile } from '../../server/index.ts';
import { NO_RUNS } from '../../service/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { refuse } from '../refuse.ts';
import { explainState } from '../serve/stateFolder.ts';
import { createMcpServer } from './createMcpServer.ts';
import type { ToolContext } from './McpTool.ts';

/** Where the tools are served over HTTP. */
export interface ServedAt {
  /** 0: any that is free. */
  readonly port: number;
  /** The state folder that has the tokens. */
  readonly state: string;
}

/**
 * Serves the tools over HTTP on this computer until the command is stopped: with the tokens of a server where the state folder has some,
 * and else for any program of this computer, but for no page of another site. Exit 0, or 2 where it cannot begin.
 */
export async function serveTools(io: CommandIo, context: ToolContext, { port, state }: ServedAt): Promise<ExitCode> {
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
