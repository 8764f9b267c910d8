import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { codeOf, messageOf } from '../base/index.ts';
import { AppFiles } from './AppFiles.ts';
import { API, FolderApi, type HttpAnswer } from './FolderApi.ts';
import { FolderBranches } from './FolderBranches.ts';
import { FolderCommits } from './FolderCommits.ts';
import { FolderWatch } from './FolderWatch.ts';
import { expectOwnSite, Gate } from './Gate.ts';
import { Problem } from './Problem.ts';
import { ServedFolder } from './ServedFolder.ts';

/** What is served, and where. */
export interface ServeOptions {
  readonly folder: string;
  /** The built app. */
  readonly appFolder: string;
  /** Null: the port of this folder, or any other one where that is taken. */
  readonly port: number | null;
}

/** A server that answers. */
export interface FolderServer {
  /** What a person opens: it holds the token. */
  readonly address: string;
  readonly port: number;
  /** Finishes what is being written, then ends. */
  close(): Promise<void>;
}

/** How long requests that are being answered may take at the end, in ms. */
const GRACE = 3000;

/** Serves the app on loopback, with a folder as its workspace. Rejects with an `Error` for the user. */
export async function serveFolder({ folder, appFolder, port }: ServeOptions): Promise<FolderServer> {
  const root = await realpath(folder);
  const id = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const app = new AppFiles(appFolder, id);
  const watch = await FolderWatch.open(root);
  const gate = new Gate();
  const served = new ServedFolder(root);
  const commits = new FolderCommits(root);
  const branches = new FolderBranches(root);
  const api = new FolderApi({ gate, watch, folder: served, commits, branches, name: path.basename(root) || root });
  const ending = new AbortController();
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000 }, (request, response) => {
    void respond({ request, response, app, api, port: portOf(server), ending: ending.signal });
  });
  try {
    await listen(server, port === null ? [ownPort(id), 0] : [port]);
  } catch (error) {
    watch.close();
    throw error;
  }
  return {
    address: `http://127.0.0.1:${portOf(server)}/#token=${gate.token}`,
    port: portOf(server),
    close: async () => {
      ending.abort();
      watch.close();
      const timer = setTimeout(() => server.closeAllConnections(), GRACE);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await served.settle();
      await closed;
      clearTimeout(timer);
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly app: AppFiles;
  readonly api: FolderApi;
  readonly port: number;
  readonly ending: AbortSignal;
}

async function respond({ request, response, app, api, port, ending }: Exchange): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const address = request.url?.split('?', 1)[0] ?? '/';
  const isApi = address.startsWith(API);
  const answer = await toAnswer(async () => {
    expectOwnSite(request, port);
    if (ending.aborted) throw new Problem('ENDING', 'signalbox open has ended. Start it again.');
    if (isApi) return api.answer(request, AbortSignal.any([gone.signal, ending]));
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem('METHOD_REFUSED', `${request.method} does not apply here.`);
    return { status: 200, ...(await app.read(address)) };
  });
  const own = isApi || answer.status >= 400 ? { 'Cache-Control': 'no-store' } : {};
  // What was sent beyond what was read cannot be told from the next request.
  const end = request.complete && !ending.aborted ? {} : { Connection: 'close' };
  response.writeHead(answer.status, { ...app.headersOf(address), ...own, ...answer.headers, ...end });
  response.end(request.method === 'HEAD' ? null : answer.body);
}

async function toAnswer(work: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await work();
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem('FAILED', String(error), error);
    return { status: problem.status, headers: { 'Content-Type': 'application/problem+json' }, body: problem.format() };
  }
}

/**
 * The port of a folder: the same whenever it is opened. A browser keeps what it stores, such as work that is not yet saved,
 * the history of runs and variables, apart by port.
 */
function ownPort(id: string): number {
  // Ports for such uses (RFC 6335), none of which a browser refuses.
  return 49_152 + (Number.parseInt(id.slice(0, 8), 16) % (65_536 - 49_152));
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo | null;
  return address?.port ?? 0;
}

/** Takes the first of some ports that is free. */
async function listen(server: Server, ports: readonly number[]): Promise<void> {
  for (const [index, port] of ports.entries()) {
    const problem = await new Promise<unknown>((resolve) => {
      server.once('error', resolve);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', resolve);
        resolve(null);
      });
    });
    if (problem === null) return;
    if (index === ports.length - 1) throw new Error(describeListen(problem, port), { cause: problem });
  }
}

function describeListen(problem: unknown, port: number): string {
  const code = codeOf(problem);
  if (code === 'EADDRINUSE') return `Port ${port} is used by another program. Choose another one, or omit --port.`;
  if (code === 'EACCES') return `Port ${port} is closed to this user. Choose one above 1023, or omit --port.`;
  return `Port ${port} cannot be used: ${messageOf(problem)}.`;
}
