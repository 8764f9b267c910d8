import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { stackOf } from '../../base/index.ts';
import { describeWriteProblem, Reach, toRunFolders } from '../../hosts/node/index.ts';
import { AuditFile, type BeginSession, RefusalCounts, serveApi, TokenFile } from '../../server/index.ts';
import {
  CALLER_HEADER,
  CallerMarks,
  type CallerReader,
  type ChangingOptions,
  type LocalRunService,
  type Log,
  maskAddresses,
  openLocalRuns,
  openTracing,
  openTriggers,
  type RestateAddresses,
  RestateRunService,
  type ServedRun,
  tellStarts,
  toStartEntry,
  toStopEntry,
} from '../../service/index.ts';
import { attempt, CommandError } from '../arguments/CommandError.ts';
import { findFolder } from '../arguments/findFolder.ts';
import { misuse } from '../arguments/options.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import { type CommandIo, type ExitCode, scriptPort } from '../CommandIo.ts';
import { explainInputUse } from '../given/readGiven.ts';
import { printResult } from '../print/printResult.ts';
import { onOneLine, toPlain } from '../print/terminal.ts';
import { readOnce } from '../readVariables.ts';
import { countReach } from './countReach.ts';
import { openLog } from './openLog.ts';
import { type OpenTls, openTls, reloadConfig, reloadTls } from './Reloads.ts';
import { readServeGiven, type ServeGiven } from './readServeGiven.ts';
import { SERVE, type ServeCommand } from './SERVE.ts';
import { cannotOpen, checkState, stateFolder } from './stateFolder.ts';

/**
 * `signalbox serve`: executes the runs of a folder of workflows and serves their API, until it is stopped by a signal. Exit 0
 * then, 2 where it cannot begin, 3 where another process serves the state folder.
 */
export const serveCommand = toPatternCommand(SERVE, runServeCommand);

async function runServeCommand(io: CommandIo, asked: ServeCommand): Promise<ExitCode> {
  const folder = await findFolder(io, asked.folder);
  const crowd = explainInputUse(asked);
  if (crowd !== null) throw misuse(crowd);
  const command = { ...asked, ...(await readOnce(io, asked)) };
  const given = await readServeGiven(io, command, folder);
  const state = stateFolder(io, command);
  const log = openLog(io, command.log);
  for (const warning of given.warnings)
    log({ level: 'warn', event: 'trouble', message: `${warning} It works once the file exists.` });
  const tls = await openTls(io, command, log);
  const reach = new Reach(given.reach);
  const refusalCounts = new RefusalCounts();
  countReach(reach, refusalCounts);
  const place = { folder, state, given, log, reach, refusalCounts, tls };
  const opened =
    command.restate === null
      ? await openLocal(io, command, place)
      : openCluster(io, { ...command, restate: command.restate }, place);
  const { service } = opened;
  try {
    await attempt('UNAVAILABLE', () => serveRuns(io, command, { ...place, ...opened }));
    return 0;
  } catch (error) {
    await service.drain(0);
    throw error;
  } finally {
    service.close();
  }
}

/** Serves until it is stopped by a signal. Rejects with an `Error` for the user where it cannot begin. */
async function serveRuns(io: CommandIo, command: ServeCommand, place: ServedPlace & OpenRuns): Promise<void> {
  const { folder, state, given, log, reach, refusalCounts, tls, service, change, marks, onEnd } = place;
  const { host, port, cors, trustProxy: proxies } = command;
  if (port !== 0) reach.own.addPort(port);
  const onDefect = (error: unknown): void =>
    log({ level: 'error', event: 'defect', message: maskAddresses(stackOf(error)) });
  const onProblem = (message: string): void => log({ level: 'warn', event: 'trouble', message });
  const traced = openTracing(service, { env: io.env, onProblem });
  const told = tellStarts(traced.service, (run) => log(toStartEntry(run)));
  const audit = new AuditFile(state, {
    onProblem: (problem) => onProblem(`audit.jsonl cannot be written, and will be tried again: ${problem}`),
  });
  const triggers = await openTriggers(given, { service: told, state, env: io.env, onProblem });
  const tokens = new TokenFile(state);
  const parts = { service: told, marks, triggers, tokens, audit, log, refusalCounts, onDefect, onEnd };
  const authoring = command.authoring ? await openAuthoring(io, folder, onDefect) : null;
  const server = await serveApi({ ...parts, host, port, cors, proxies, tls: tls?.pair ?? null, authoring });
  reach.own.addPlace(new URL(server.address));
  // Nothing is executed by a server that cannot be reached.
  service.begin(triggers.caughtUp);
  const reload = reloadConfig(io, {
    folder,
    given,
    log,
    read: () => readServeGiven(io, command, folder),
    change: async (next) => {
      const begin = triggers.prepare(next);
      const restart = change(next);
      await begin();
      return restart;
    },
    onChange: (cause) => audit.note({ action: 'changed', by: cause, token: null, what: 'signalbox.serve.yaml' }),
  });
  const renewal =
    tls === null
      ? null
      : reloadTls(io, {
          ...tls,
          log,
          change: (pair) => server.renew(pair),
          onChange: (cause) => audit.note({ action: 'changed', by: cause, token: null, what: 'the certificate' }),
        });
  printResult(io, { folder, address: server.address }, `${onOneLine(folder)} is served at ${server.address}\n`);
  log({ level: 'info', event: 'served', message: `${folder} is served at ${server.address}.` });
  if (!io.signal.aborted) await once(io.signal, 'abort');
  const drain = `Draining: no more runs start. Calls in progress have ${command.drain / 1000} s to finish.`;
  log({ level: 'info', event: 'draining', message: drain });
  await Promise.all([reload.end(), renewal?.end(), triggers.end()]);
  await service.drain(command.drain);
  await server.close();
  await traced.close();
  log({
    level: 'info',
    event: 'ended',
    message: 'The server has stopped. Unfinished runs continue at the next start.',
  });
}

/** The tools of `signalbox mcp` for the served folder; what goes wrong in one is in the log. */
async function openAuthoring(io: CommandIo, folder: string, onDefect: (error: unknown) => void): Promise<BeginSession> {
  const [{ createMcpServer }, { NOTHING_ALLOWED, openContext }, root] = await Promise.all([
    import('../mcp/createMcpServer.ts'),
    import('../mcp/mcpCommand.ts'),
    realpath(folder),
  ]);
  const printError: CommandIo['printError'] = (...parts) => onDefect(toPlain(parts).trim());
  const context = openContext({ ...io, printError }, root, NOTHING_ALLOWED);
  return (caller) => createMcpServer(context, caller);
}

/** What is served, and by what. */
interface ServedPlace {
  readonly folder: string;
  readonly state: string;
  readonly given: ServeGiven;
  readonly log: Log;
  readonly reach: Reach;
  readonly refusalCounts: RefusalCounts;
  readonly tls: OpenTls | null;
}

/** Runs that are served. */
interface OpenRuns {
  readonly service: LocalRunService | RestateRunService;
  /** Puts another configuration in force; answers with what takes a restart, null where nothing does. */
  readonly change: (given: ServeGiven) => string | null;
  /** What tells requests of its runs. */
  readonly marks: CallerReader;
  /** Told of each run that has ended, where the service does not log that itself. */
  readonly onEnd: (run: ServedRun) => void;
}

/** What of a configuration can change while the runs are open. */
function toChanging({ variables, grants, files, repeat, active, queue, limits, keep }: ServeGiven): ChangingOptions {
  return {
    variables,
    grants,
    files,
    ...(repeat === null ? {} : { repeat }),
    ...(active === null ? {} : { active }),
    ...(queue === null ? {} : { queue }),
    limits,
    keep,
  };
}

async function openLocal(
  io: CommandIo,
  command: ServeCommand,
  { folder, state, given, log, reach, refusalCounts }: ServedPlace,
): Promise<OpenRuns> {
  const opened = await openLocalRuns({
    folder,
    state,
    log,
    ...toChanging(given),
    mcpServers: command.mcpServers,
    env: io.env,
    reach,
    countRefusal: refusalCounts.count,
    ...scriptPort(io),
    onWait: ({ pid }) =>
      log({ level: 'info', event: 'waiting', message: `Checking whether process ${pid} still serves ${state} …` }),
  });
  if (!opened.ok) throw cannotOpen(opened.error);
  const service = opened.value;
  const change = (next: ServeGiven): string | null => {
    reach.change(next.reach);
    service.change(toChanging(next));
    return null;
  };
  const marks = new CallerMarks();
  reach.markOf = (runId) => ({ header: CALLER_HEADER, value: marks.write({ runId, depth: service.depthOf(runId) }) });
  return { service, change, marks, onEnd: () => undefined };
}

/** What a server over Restate does not take while it is there. */
const CLUSTER_RESTARTS =
  'Over Restate, changes to env, secrets, reach and files take effect when the server and its workers are restarted.';

/** Runs on a cluster: what workers do is theirs, and the state folder has the tokens alone. */
function openCluster(
  io: CommandIo,
  { restate, mcpServers }: ServeCommand & { readonly restate: RestateAddresses },
  { folder, state, given: { variables, grants, files, limits, keep }, log, refusalCounts }: ServedPlace,
): OpenRuns {
  checkState(state);
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError('UNAVAILABLE', `${state}: ${describeWriteProblem(error)}`, { place: state });
  }
  const ports = { ...toRunFolders(folder, state, files), grants, mcpServers, env: io.env };
  const onProblem = (message: string): void => log({ level: 'warn', event: 'trouble', message });
  if (keep !== null)
    onProblem(
      'keep of signalbox.serve.yaml does not apply on Restate: the cluster stores runs and removes them itself.',
    );
  if (limits.length > 0)
    onProblem('limits of signalbox.serve.yaml do not apply on Restate: the cluster decides how many runs are active.');
  const service = new RestateRunService(
    restate,
    { variables, ports },
    { onProblem, countRefusal: refusalCounts.count },
  );
  return {
    service,
    change: () => CLUSTER_RESTARTS,
    marks: { read: (mark) => service.callerOf(mark) },
    onEnd: (run) => log(toStopEntry(run)),
  };
}
