import { createServer, type Http2Server } from 'node:http2';
import type { LoggerTransport } from '@restatedev/restate-sdk';
import { createCallsService } from './calls/callsService.ts';
import { createFamilyObject } from './children/familyObject.ts';
import { loadRestate } from './loadRestate.ts';
import { createMailboxObject } from './mailboxObject.ts';
import { createRunObject } from './runObject.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/**
 * How many requests a connection has at a time. A balancer of requests opens another one for more; before one of connections Restate does, and
 * prefers some of those it has, so that fewer would spread better there: but with one each, runs that start together wait for their connections
 * and are half as fast.
 */
const MOST_STREAMS = 4;

/** What an endpoint is given besides its ports: see `WorkerOptions`. */
interface EndpointOptions {
  readonly identityKeys: readonly string[];
  readonly onProblem: (message: string) => void;
}

/** A server (HTTP/2, cleartext) that executes runs for Restate; it does not listen yet. */
export async function createEndpoint(
  ports: WorkerPorts,
  { identityKeys, onProblem }: EndpointOptions,
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
