import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ProcessPorts, type RepeatPolicy, toRunFolders, type Variable } from '../../hosts/node/index.ts';
import { RestateRunService, type RestateTold } from '../../service/restate/RestateRunService.ts';
import { openWorker, type WorkerOptions } from '../../service/restate/worker/openWorker.ts';
import { readReach } from '../serving/reachLoopback.ts';
import { type RestateServer, startRestate } from './startRestate.ts';

/** A Restate server with one worker in this process, and the service over it. */
export interface TestCluster {
  readonly server: RestateServer;
  readonly service: RestateRunService;
  readonly given: WorkerOptions['given'];
  /** What the worker was told of attempts that failed. */
  readonly problems: readonly string[];
  /** Puts a workflow into the folder; answers with its name. */
  write(name: string, text: string): string;
  stop(): Promise<void>;
}

/** What is not as it usually is. */
interface ClusterOptions {
  readonly policy?: RepeatPolicy;
  readonly variables?: readonly Variable[];
  readonly ports?: Partial<Omit<ProcessPorts, 'workspace'>>;
  readonly told?: RestateTold;
}

/** Starts both, on free ports. */
export async function openCluster(
  binary: string,
  { policy = 'ask', variables = [], ports = {}, told = {} }: ClusterOptions = {},
): Promise<TestCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-cluster-'));
  const folders = toRunFolders(folder, path.join(folder, '.signalbox'));
  const usual = { ...folders, mcpServers: [], grants: [], env: {}, reach: readReach() };
  const given = { variables, ports: { ...usual, ...ports } } satisfies WorkerOptions['given'];
  const problems: string[] = [];
  const onProblem = (message: string): void => void problems.push(message);
  const shared = { host: '127.0.0.1', port: 0, identityKeys: [], onProblem };
  const [server, worker] = await Promise.all([startRestate(binary), openWorker({ ...shared, given, policy })]);
  await server.register(worker.address);
  return {
    server,
    service: new RestateRunService(server, given, told),
    given,
    problems,
    write: (name, text) => {
      writeFileSync(path.join(folder, `${name}.yaml`), text);
      return name;
    },
    stop: async () => {
      await server.stop();
      worker.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
