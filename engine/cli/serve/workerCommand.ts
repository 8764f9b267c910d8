import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, stackOf } from '../../base/index.ts';
import { createRealClock, openStateKeep, Reach, toRunFolders } from '../../hosts/node/index.ts';
import { type MetricsServer, RefusalCounts, serveMetrics, TokenFile } from '../../server/index.ts';
import { Ingress, maskAddresses, type OpenWorker, openWorker, retryBlocked } from '../../service/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { refuse } from '../refuse.ts';
import { toPatternCommand } from '../toCommand.ts';
import { countReach } from './countReach.ts';
import { parseWorker, type WorkerCommand } from './parseWorker.ts';
import { readServeGiven } from './readServeGiven.ts';
import { explainState, stateFolder } from './stateFolder.ts';

/**
 * `signalbox worker`: executes runs for a Restate cluster, until it is stopped by a signal. Exit 0 then, 2 where it cannot begin.
 */
export const workerCommand = toPatternCommand(parseWorker, runWorkerCommand);

async function runWorkerCommand(io: CommandIo, command: WorkerCommand): Promise<ExitCode> {
  const folder = path.resolve(io.folder, command.folder);
  const found = await stat(folder).catch(() => null);
  if (found === null || !found.isDirectory())
    return refuse(io, `There is no folder ${folder}. Make it, or name another one: signalbox worker FOLDER.`);
  const given = await readServeGiven(io, { ...command, active: null, queue: null }, folder);
  if (!given.ok) return refuse(io, given.error);
  const { variables, grants, repeat } = given.value;
  const state = stateFolder(io, command);
  const refusal = explainState(state);
  if (refusal !== null) return refuse(io, refusal);
  const { host, port, identityKeys, mcpServers, admin, ingress, advertise, apis } = command;
  const script = io.runScript === undefined ? {} : { runScript: io.runScript };
  const reach = new Reach(given.value.reach);
  noteParts(reach, [admin, ingress, advertise, ...apis], port);
  reach.isServerKnown = apis.length > 0;
  const refusalCounts = new RefusalCounts();
  countReach(reach, refusalCounts);
  const folders = toRunFolders(folder, state, given.value.files);
  const ports = { ...folders, grants, mcpServers, env: io.env, reach, ...openStateKeep(state), ...script };
  const onProblem = (message: string): void => io.printError(`${onOneLine(maskAddresses(message))}\n`);
  const onDefect = (error: unknown): void => onProblem(stackOf(error));
  let worker: OpenWorker | null = null;
  let metrics: MetricsServer | null = null;
  try {
    const shared = { host, port, identityKeys, onProblem };
    const own = { variables, ports };
    worker = await openWorker({ ...shared, given: own, policy: repeat ?? 'ask' });
    if (command.metrics !== null)
      metrics = await serveMetrics({ ...command.metrics, tokens: new TokenFile(state), refusalCounts, onDefect });
    noteParts(reach, [worker.address, metrics?.address ?? null], port);
    io.printOut(`A worker for ${onOneLine(folder)} listens at ${worker.address}\n`);
    if (metrics !== null) io.printOut(`Its metrics are at ${metrics.address}\n`);
    if (identityKeys.length === 0 && !isLoopback(host))
      io.printError('It takes requests from whoever reaches it. Name the key of the cluster by --identity.\n');
    if (admin !== null) await new Ingress({ ingress: admin, admin }).register(advertise ?? worker.address);
    // What stopped them may have been that no worker had what this one has.
    if (admin !== null && ingress !== null)
      await retryBlocked({ ingress, admin }, own, createRealClock().now()).catch((error: unknown) =>
        onProblem(`Blocked runs were not resumed. ${messageOf(error)}`),
      );
    if (!io.signal.aborted) await once(io.signal, 'abort');
    return 0;
  } catch (error) {
    return refuse(io, messageOf(error));
  } finally {
    worker?.close();
    metrics?.close();
  }
}

/** No workflow calls the worker or the cluster, but where that is allowed. */
function noteParts({ own }: Reach, addresses: readonly (string | null)[], port: number): void {
  if (port !== 0) own.addPort(port);
  for (const address of addresses) if (address !== null) own.addPlace(new URL(address));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
