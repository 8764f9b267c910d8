import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import { serveApi, TokenFile } from '../../server/index.ts';
import {
  maskAddresses,
  openLocalRuns,
  openTracing,
  openTriggers,
  type RestateAddresses,
  RestateRunService,
} from '../../service/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import type { ServeCommand } from './parseServe.ts';
import { readServeGiven, type ServeGiven } from './readServeGiven.ts';

/** The state folder in a folder that is served. */
const STATE = '.signalbox';

/**
 * `signalbox serve`: executes the runs of a folder of workflows and serves their API, until it is stopped by a signal. Exit 0
 * then, 2 where it cannot begin, 3 where another process serves the state folder.
 */
export async function runServeCommand(io: CommandIo, command: ServeCommand): Promise<ExitCode> {
  const folder = path.resolve(io.folder, command.folder);
  const found = await stat(folder).catch(() => null);
  if (found === null || !found.isDirectory())
    return refuse(io, `There is no folder ${folder}. Make it, or name another one: signalbox serve FOLDER.`);
  const given = await readServeGiven(io, command, folder);
  if (!given.ok) return refuse(io, given.error);
  const state = command.state === null ? path.join(folder, STATE) : path.resolve(io.folder, command.state);
  const place = { folder, state, given: given.value };
  const opened =
    command.restate === null
      ? await openLocal(io, command, place)
      : openCluster(io, { ...command, restate: command.restate }, place);
  if (!opened.ok) {
    refuse(io, opened.error.message);
    return opened.error.isOwned ? 3 : 2;
  }
  const service = opened.value;
  try {
    const { host, port, cors } = command;
    const onDefect = (error: unknown): void => io.printError(`${describe(error)}\n`);
    const onProblem = (message: string): void => io.printError(`${onOneLine(message)}\n`);
    const traced = openTracing(service, { env: io.env, onProblem });
    const tokens = new TokenFile(state);
    const triggers = await openTriggers(given.value, { service: traced.service, state, env: io.env, onProblem });
    const server = await serveApi({ service: traced.service, triggers, host, port, cors, tokens, onDefect });
    // Nothing is executed by a server that cannot be reached.
    service.begin();
    io.printOut(`${onOneLine(folder)} is served at ${server.address}\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    io.printError(`No more runs begin. Calls under way have ${command.drain / 1000} s to come back.\n`);
    await triggers.end();
    await service.drain(command.drain);
    await server.close();
    await traced.close();
    return 0;
  } catch (error) {
    await service.drain(0);
    return refuse(io, error instanceof Error ? error.message : String(error));
  } finally {
    service.close();
  }
}

/** What is served, and by what. */
interface ServedPlace {
  readonly folder: string;
  readonly state: string;
  readonly given: ServeGiven;
}

function openLocal(
  io: CommandIo,
  command: ServeCommand,
  { folder, state, given }: ServedPlace,
): ReturnType<typeof openLocalRuns> {
  const { variables, grants, repeat, active, queue, keep } = given;
  return openLocalRuns({
    folder,
    state,
    variables,
    grants,
    mcpServers: command.mcpServers,
    env: io.env,
    ...(io.runScript === undefined ? {} : { runScript: io.runScript }),
    ...(io.exchange === undefined ? {} : { exchange: io.exchange }),
    ...(repeat === null ? {} : { repeat }),
    ...(active === null ? {} : { active }),
    ...(queue === null ? {} : { queue }),
    keep,
    onProblem: (message) => io.printError(`${onOneLine(message)}\n`),
    onWait: ({ pid }) => io.printError(`Looking whether process ${pid} still serves ${onOneLine(state)} …\n`),
  });
}

/** Runs on a cluster: what workers do is theirs, and the state folder has the tokens alone. */
function openCluster(
  io: CommandIo,
  { restate, mcpServers }: ServeCommand & { readonly restate: RestateAddresses },
  { folder, state, given: { variables, grants, keep } }: ServedPlace,
): Result<RestateRunService, { readonly message: string; readonly isOwned: boolean }> {
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 });
  } catch (error) {
    return err({ message: `${state}: ${describeWriteProblem(error)}`, isOwned: false });
  }
  if (keep !== null)
    io.printError(
      'keep of signalbox.serve.yaml does not apply on Restate: the cluster keeps its runs, and removes them.\n',
    );
  const ports = { workspace: folder, grants, mcpServers, env: io.env };
  return ok(new RestateRunService(restate, { variables, ports }));
}

function describe(error: unknown): string {
  return maskAddresses(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function refuse(io: CommandIo, message: string): ExitCode {
  io.printError(...message.split('\n').map((line) => `${onOneLine(line)}\n`));
  return 2;
}
