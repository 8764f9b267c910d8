import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { err, messageOf, ok, type Result, stackOf } from '../../base/index.ts';
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
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { explainInputUse } from '../given/readGiven.ts';
import { onOneLine, toPlain } from '../print/terminal.ts';
import { readOnce } from '../readVariables.ts';
import { refuse } from '../refuse.ts';
import { toPatternCommand } from '../toCommand.ts';
import { countReach } from './countReach.ts';
import { openLog } from './openLog.ts';
import { parseServe, type ServeCommand } from './parseServe.ts';
import { ConfigReload, type OpenTls, openTls, TlsReload } from './Reloads.ts';
import { readServeGiven, type ServeGiven } from './readServeGiven.ts';
import { explainState, stateFolder } from './stateFolder.ts';

/**
 * `signalbox serve`: executes the runs of a folder of workflows and serves their API, until it is stopped by a signal. Exit 0
 * then, 2 where it cannot begin, 3 where another process serves the state folder.
 */
export const serveCommand = toPatternCommand(parseServe, runServeCommand);

async function runServeCommand(io: CommandIo, asked: ServeCommand): Promise<ExitCode> {
  const folder = path.resolve(io.folder, asked.folder);
  const found = await stat(folder).catch(() => null);
  if (found === null || !found.isDirectory())
    return refuse(io, `There is no folder ${folder}. Make it, or name another one: signalbox serve FOLDER.`);
  const crowd = explainInputUse(asked);
  if (crowd !== null) return refuse(io, crowd);
  const inputs = await readOnce(io, asked);
  if (!inputs.ok) return refuse(io, inputs.error);
  const command = { ...asked, ...inputs.value };
  const given = await readServeGiven(io, command, folder);
  if (!given.ok) return refuse(io, given.error);
  const state = stateFolder(io, command);
  const log = openLog(io, command.log);
  for (const warning of given.value.warnings)
    log({ level: 'warn', event: 'trouble', message: `${warning} It works once the file exists.` });
  const tls = await openTls(io, command, log);
  if (!tls.ok) return refuse(io, tls.error);
  const reach = new Reach(given.value.reach);
  const refusalCounts = new RefusalCounts();
  countReach(reach, refusalCounts);
  const place = { folder, state, given: given.value, log, reach, refusalCounts, tls: tls.value };
  const opened =
    command.restate === null
      ? await openLocal(io, command, place)
      : openCluster(io, { ...command, restate: command.restate }, place);
  if (!opened.ok) return refuse(io, opened.error.message, opened.error.isOwned ? 3 : 2);
  const { service } = opened.value;
  try {
    await serveRuns(io, command, { ...place, ...opened.value });
    return 0;
  } catch (error) {
    await service.drain(0);
    return refuse(io, messageOf(error));
  } finally {
    service.close();
  }
}

/** Serves until it is stopped by a signal. Rejects with an `Error` for the user where it cannot begin. */
async function serveRuns(io: CommandIo, command: ServeCommand, place: ServedPlace & OpenRuns): Promise<void> {
  const { folder, state, given, log, reach, refusalCounts, tls, service, change, marks, onEnd } = place;
  const { host, port, cors, proxies } = command;
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
  const reload = new ConfigReload(io, {
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
      : new TlsReload(io, {
          ...tls,
          log,
          change: (pair) => server.renew(pair),
          onChange: (cause) => audit.note({ action: 'changed', by: cause, token: null, what: 'the certificate' }),
        });
  io.printOut(`${onOneLine(folder)} is served at ${server.address}\n`);
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

type Opened = Result<OpenRuns, { readonly message: string; readonly isOwned: boolean }>;

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
): Promise<Opened> {
  const opened = await openLocalRuns({
    folder,
    state,
    log,
    ...toChanging(given),
    mcpServers: command.mcpServers,
    env: io.env,
    reach,
    countRefusal: refusalCounts.count,
    ...(io.runScript === undefined ? {} : { runScript: io.runScript }),
    onWait: ({ pid }) =>
      log({ level: 'info', event: 'waiting', message: `Checking whether process ${pid} still serves ${state} …` }),
  });
  if (!opened.ok) return opened;
  const service = opened.value;
  const change = (next: ServeGiven): string | null => {
    reach.change(next.reach);
    service.change(toChanging(next));
    return null;
  };
  const marks = new CallerMarks();
  reach.markOf = (runId) => ({ header: CALLER_HEADER, value: marks.write({ runId, depth: service.depthOf(runId) }) });
  return ok({ service, change, marks, onEnd: () => undefined });
}

/** What a server over Restate does not take while it is there. */
const CLUSTER_RESTARTS =
  'Over Restate, changes to env, secrets, reach and files take effect when the server and its workers are restarted.';

/** Runs on a cluster: what workers do is theirs, and the state folder has the tokens alone. */
function openCluster(
  io: CommandIo,
  { restate, mcpServers }: ServeCommand & { readonly restate: RestateAddresses },
  { folder, state, given: { variables, grants, files, limits, keep }, log, refusalCounts }: ServedPlace,
): Opened {
  const problem = explainState(state);
  if (problem !== null) return err({ message: problem, isOwned: false });
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 });
  } catch (error) {
    return err({ message: `${state}: ${describeWriteProblem(error)}`, isOwned: false });
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
  return ok({
    service,
    change: () => CLUSTER_RESTARTS,
    marks: { read: (mark) => service.callerOf(mark) },
    onEnd: (run) => log(toStopEntry(run)),
  });
}
