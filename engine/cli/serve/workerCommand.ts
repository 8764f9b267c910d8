import { once } from 'node:events';
import { messageOf, stackOf } from '../../base/index.ts';
import { createRealClock, openStateKeep, Reach, toRunFolders } from '../../hosts/node/index.ts';
import { type MetricsServer, RefusalCounts, serveMetrics, TokenFile } from '../../server/index.ts';
import { Ingress, maskAddresses, type OpenWorker, openWorker, retryBlocked } from '../../service/index.ts';
import { CommandError } from '../arguments/CommandError.ts';
import { findFolder } from '../arguments/findFolder.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import { type CommandIo, type ExitCode, scriptPort } from '../CommandIo.ts';
import { printResult } from '../print/printResult.ts';
import { onOneLine } from '../print/terminal.ts';
import { countReach } from './countReach.ts';
import { readServeGiven } from './readServeGiven.ts';
import { checkState, stateFolder } from './stateFolder.ts';
import { WORKER, type WorkerCommand } from './WORKER.ts';

/**
 * `signalbox worker`: executes runs for a Restate cluster, until it is stopped by a signal. Exit 0 then, 2 where it cannot begin.
 */
export const workerCommand = toPatternCommand(WORKER, runWorkerCommand);

async function runWorkerCommand(io: CommandIo, command: WorkerCommand): Promise<ExitCode> {
  const folder = await findFolder(io, command.folder);
  const given = await readServeGiven(io, { ...command, active: null, queue: null }, folder);
  const { variables, grants, repeat } = given;
  const state = stateFolder(io, command);
  checkState(state);
  const { host, port, identity: identityKeys, mcpServers, restateAdmin: admin, restate: ingress } = command;
  const { advertise, api: apis } = command;
  const reach = new Reach(given.reach);
  noteParts(reach, [admin, ingress, advertise, ...apis], port);
  reach.isServerKnown = apis.length > 0;
  const refusalCounts = new RefusalCounts();
  countReach(reach, refusalCounts);
  const folders = toRunFolders(folder, state, given.files);
  const ports = { ...folders, grants, mcpServers, env: io.env, reach, ...openStateKeep(state), ...scriptPort(io) };
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
    if (admin !== null) await new Ingress({ ingress: admin, admin }).register(advertise ?? worker.address);
    printResult(
      io,
      { folder, address: worker.address, metrics: metrics?.address ?? null },
      `A worker for ${onOneLine(folder)} listens at ${worker.address}\n`,
      ...(metrics === null ? [] : [`Its metrics are at ${metrics.address}\n`]),
    );
    if (identityKeys.length === 0 && !isLoopback(host))
      io.printError('It takes requests from whoever reaches it. Name the key of the cluster by --identity.\n');
    // What stopped them may have been that no worker had what this one has.
    if (admin !== null && ingress !== null)
      await retryBlocked({ ingress, admin }, own, createRealClock().now()).catch((error: unknown) =>
        onProblem(`Blocked runs were not resumed. ${messageOf(error)}`),
      );
    if (!io.signal.aborted) await once(io.signal, 'abort');
    return 0;
  } catch (error) {
    throw new CommandError('UNAVAILABLE', messageOf(error));
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
