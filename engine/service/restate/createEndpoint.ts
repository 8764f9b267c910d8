import type { Http2Server } from 'node:http2';
import { createServer } from 'node:http2';
import { createCallsService } from './callsService.ts';
import { loadRestate } from './loadRestate.ts';
import { createMailboxObject } from './mailboxObject.ts';
import { createRunObject } from './runObject.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/** A server (HTTP/2, cleartext) that executes runs for Restate; it does not listen yet. */
export async function createEndpoint(ports: WorkerPorts): Promise<Http2Server> {
  const restate = await loadRestate();
  const services = [createRunObject(restate, ports), createMailboxObject(restate), createCallsService(restate, ports)];
  return createServer(restate.createEndpointHandler({ services }));
}
