import { createServer, type Http2Server } from 'node:http2';
import type { LoggerTransport } from '@restatedev/restate-sdk';
import { createCallsService } from './callsService.ts';
import { loadRestate } from './loadRestate.ts';
import { createMailboxObject } from './mailboxObject.ts';
import { createRunObject } from './runObject.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/**
 * A server (HTTP/2, cleartext) that executes runs for Restate; it does not listen yet. `onProblem` is told what the library
 * says of attempts that failed: Restate makes another one.
 */
export async function createEndpoint(ports: WorkerPorts, onProblem: (message: string) => void): Promise<Http2Server> {
  const restate = await loadRestate();
  const services = [createRunObject(restate, ports), createMailboxObject(restate), createCallsService(restate, ports)];
  const logger: LoggerTransport = ({ level, context }, ...parts) => {
    const isProblem = level === 'warn' || level === 'error';
    if (isProblem && context !== undefined) onProblem(`${context.invocationTarget}: ${parts.join(' ')}`);
  };
  return createServer(restate.createEndpointHandler({ services, logger }));
}
