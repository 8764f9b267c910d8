import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { LoggerTransport } from '@restatedev/restate-sdk';
import { createWorkflowFiles, openPerformer, type Reach, type RepeatPolicy } from '../../../hosts/node/index.ts';
import { CALLER_HEADER } from '../../CallerMarks.ts';
import type { GivenToRuns } from '../../common/prepareStart.ts';
import { writeClusterMark } from '../clusterMark.ts';
import { createCallsService } from './calls/callsService.ts';
import { createFamilyObject } from './children/familyObject.ts';
import { loadRestate } from './loadRestate.ts';
import { createMailboxObject } from './mailboxObject.ts';
import { createRunObject } from './runObject.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

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

/**
 * How many requests a connection has at a time. For more, a balancer of requests opens another one. Where connections are balanced, Restate opens
 * it, but prefers some of those it has, so fewer requests on each would spread the load better: but with one each, runs that start together wait
 * for their connections and are half as fast.
 */
const MOST_STREAMS = 4;

/** A server (HTTP/2, cleartext) that executes runs for Restate; it does not listen yet. */
async function createEndpoint(
  ports: WorkerPorts,
  { identityKeys, onProblem }: Pick<WorkerOptions, 'identityKeys' | 'onProblem'>,
): Promise<Http2Server> {
  const restate = await loadRestate();
  const services = [
    createRunObject(restate, ports),
    createMailboxObject(restate),
    createFamilyObject(restate),
    createCallsService(restate, ports),
  ];
  const logger: LoggerTransport = ({ level, context }, ...parts) => {
    const isProblem = level === 'warn' || level === 'error';
    if (isProblem && context !== undefined) onProblem(`${context.invocationTarget}: ${parts.join(' ')}`);
  };
  const identity = identityKeys.length === 0 ? {} : { identityKeys: [...identityKeys] };
  const settings = { maxConcurrentStreams: MOST_STREAMS };
  return createServer({ settings }, restate.createEndpointHandler({ services, logger, ...identity }));
}

/** The ports of a worker, from what its process gives to runs. */
export function toWorkerPorts({ ports, variables }: GivenToRuns, policy: RepeatPolicy): WorkerPorts {
  return {
    variables,
    policy,
    files: createWorkflowFiles(ports),
    openPerformer: ({ root, salt, runWorkflow, ...run }) => {
      const mark = { header: CALLER_HEADER, value: writeClusterMark(root, salt) };
      return openPerformer(ports, { ...run, variables, mark }, { runWorkflow });
    },
  };
}
