import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Http2Server, ServerHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RepeatPolicy, Variable } from '../../hosts/node/index.ts';
import type { GivenToRuns } from '../../service/local/openRun.ts';
import { RestateRunService } from '../../service/restate/RestateRunService.ts';
import { createEndpoint } from '../../service/restate/worker/createEndpoint.ts';
import { toWorkerPorts } from '../../service/restate/worker/toWorkerPorts.ts';
import { type RestateServer, startRestate } from './startRestate.ts';

/** A Restate server with one worker in this process, and the service over it. */
export interface TestCluster {
  readonly server: RestateServer;
  readonly service: RestateRunService;
  readonly given: GivenToRuns;
  /** What the worker was told of attempts that failed. */
  readonly problems: readonly string[];
  /** Puts a workflow into the folder; answers with its name. */
  write(name: string, text: string): string;
  stop(): Promise<void>;
}

/** Starts both, on free ports. */
export async function openCluster(
  binary: string,
  { policy = 'ask', variables = [] }: { policy?: RepeatPolicy; variables?: readonly Variable[] } = {},
): Promise<TestCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-cluster-'));
  const given: GivenToRuns = { variables, ports: { workspace: folder, mcpServers: [], grants: [], env: {} } };
  const problems: string[] = [];
  const [server, worker] = await Promise.all([
    startRestate(binary),
    createEndpoint(toWorkerPorts(given, policy), (message) => problems.push(message)),
  ]);
  const close = await listen(worker);
  await server.register(close.address);
  return {
    server,
    service: new RestateRunService(server, given),
    given,
    problems,
    write: (name, text) => {
      writeFileSync(path.join(folder, `${name}.yaml`), text);
      return name;
    },
    stop: async () => {
      await server.stop();
      close.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listen(worker: Http2Server): Promise<{ readonly address: string; readonly end: () => void }> {
  const sessions = new Set<ServerHttp2Session>();
  worker.on('session', (session) => sessions.add(session));
  worker.listen(0, '127.0.0.1');
  await once(worker, 'listening');
  const address = worker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    end: () => {
      worker.close();
      for (const session of sessions) session.destroy();
    },
  };
}
