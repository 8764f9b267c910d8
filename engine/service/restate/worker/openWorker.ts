import { once } from 'node:events';
import type { Http2Server, ServerHttp2Session } from 'node:http2';
import type { Reach, RepeatPolicy } from '../../../hosts/node/index.ts';
import type { GivenToRuns } from '../../common/GivenToRuns.ts';
import { createEndpoint } from './createEndpoint.ts';
import { toWorkerPorts } from './toWorkerPorts.ts';

/** What a worker is given. */
export interface WorkerOptions {
  readonly given: GivenToRuns & { readonly ports: { readonly reach: Reach } };
  /** Whether calls that were cut off are made again. */
  readonly policy: RepeatPolicy;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Public keys of the cluster: a request that none of them has signed is refused. None: every request is taken. */
  readonly identityKeys: readonly string[];
  /** Told of attempts that failed: Restate makes another one. */
  readonly onProblem: (message: string) => void;
}

/** A worker that takes requests. */
export interface OpenWorker {
  readonly address: string;
  /** Takes no more requests. What is under way is continued elsewhere, or here once it is started again. */
  close(): void;
}

/** Serves what executes runs to a Restate cluster. Rejects where the port cannot be had. */
export async function openWorker(options: WorkerOptions): Promise<OpenWorker> {
  const { given, policy, host, port, identityKeys, onProblem } = options;
  const server = await createEndpoint(toWorkerPorts(given, policy), { identityKeys, onProblem });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`,
    close: () => {
      server.close();
      for (const session of sessions) session.destroy();
    },
  };
}

function portOf(server: Http2Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
