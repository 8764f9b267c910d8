import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { loadPatterns } from '../../base/index.ts';
import { Turns } from '../../hosts/node/index.ts';
import {
  CallerMarks,
  type CallerReader,
  type CountRefusal,
  type Log,
  NO_LOG,
  NO_TRIGGERS,
  type RunService,
  type ServedRun,
  type Triggers,
  UnreachableError,
} from '../../service/index.ts';
import { Access } from './Access.ts';
import { ApiProblem, type ProblemCode, toApiProblem } from './ApiProblem.ts';
import type { AuditFile } from './AuditFile.ts';
import { createApp } from './createApp.ts';
import { HookGuard } from './HookGuard.ts';
import { ChangeRates } from './limited/ChangeRates.ts';
import { type BeginSession, McpSessions } from './mcp/McpSessions.ts';
import { Metrics } from './metrics/Metrics.ts';
import { createListener, listen, type TlsPair } from './network/createListener.ts';
import { NO_PROXIES, type TrustedProxies } from './network/TrustedProxies.ts';
import { createDocument, ROUTES } from './openApi.ts';
import { type ApiLimits, USUAL_LIMITS } from './RateLimit.ts';
import type { Route } from './Route.ts';
import { RefusalCounts, RefusalLog, ruleOf } from './refused/RefusalCounts.ts';
import { Streams } from './Streams.ts';
import type { TokenFile } from './TokenFile.ts';
import { awaitEnd } from './wire.ts';

/** What is served, where, and to whom. */
export interface ApiOptions {
  readonly service: RunService;
  /** What starts runs besides callers: they begin once the server answers, and end with whoever opened them. */
  readonly triggers?: Triggers;
  /** A name or address of this computer: `127.0.0.1` for this computer alone, `0.0.0.0` for all that can connect. */
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Null, or a file without any: only loopback is served, without tokens. */
  readonly tokens: TokenFile | null;
  /** Origins of other sites whose pages may use the API, such as `https://console.example`. */
  readonly cors: readonly string[];
  /** Proxies whose word on who sent a request counts; absent: none. */
  readonly proxies?: TrustedProxies;
  /** What it answers https with; absent or null: it answers http. */
  readonly tls?: TlsPair | null;
  readonly limits?: Partial<ApiLimits>;
  /** Told of what must not happen; the caller of the API sees no more than that it did. */
  readonly onDefect?: (error: unknown) => void;
  /** Where what was done is kept, with who did it. */
  readonly audit?: AuditFile;
  /** Told of requests that are refused for who sends them. */
  readonly log?: Log;
  /** What counts refusals, those of runs too, for `/metrics`; absent: one of its own. */
  readonly refusalCounts?: RefusalCounts;
  /** What tells requests of its own runs; absent: there are none. */
  readonly marks?: CallerReader;
  /** Told of each run that was started here once it has ended. */
  readonly onEnd?: (run: ServedRun) => void;
  /** Makes the tools for a program that writes workflows; absent: there are none. */
  readonly authoring?: BeginSession | null;
  /** What is answered; absent: all there is. */
  readonly routes?: readonly Route[];
}

/** A server that answers. */
export interface ApiServer {
  /** Without a slash at its end. */
  readonly address: string;
  /** Puts another certificate in force for connections from then on. Throws where it cannot be used. */
  renew(pair: TlsPair): void;
  /** Takes no more requests, ends streams of events, lets answers end for some seconds, and resolves. */
  close(): Promise<void>;
}

/** How long requests that are being answered may take at the end, in ms. */
const GRACE = 3000;

/**
 * Serves the HTTP API of runs (docs/serve-api.md). Rejects with an `Error` for the user: the port is taken, or others could
 * connect without a token.
 */
export async function serveApi(options: ApiOptions): Promise<ApiServer> {
  const { service, host, port, tokens, cors, triggers = NO_TRIGGERS, audit = null } = options;
  const {
    onEnd = () => undefined,
    log = NO_LOG,
    proxies = NO_PROXIES,
    refusalCounts = new RefusalCounts(),
    marks = new CallerMarks(),
    authoring: begin = null,
    routes = ROUTES,
  } = options;
  // Runs that cannot be reached for a while are told once by what has them, not by each request.
  const onDefect = (error: unknown): void => {
    if (!(error instanceof UnreachableError)) options.onDefect?.(error);
  };
  const limits = { ...USUAL_LIMITS, ...options.limits };
  await loadPatterns();
  const access = await Access.open({ tokens, cors, proxies, limits, now }, host);
  const ending = new AbortController();
  // Every stream and every start that waits listens to it.
  setMaxListeners(0, ending.signal);
  const { count: countRefusal } = refusalCounts;
  const metrics = new Metrics(refusalCounts);
  const refusals = new RefusalLog(log, now);
  const parts = {
    service,
    triggers,
    limits,
    turns: new Turns(),
    onDefect,
    onStart: (runId: string): void => {
      triggers.follow(runId);
      awaitEnd(service, runId, { signals: [ending.signal], within: null }).then((run) => {
        if (run === null) return;
        metrics.countRun(run);
        onEnd(run);
      }, onDefect);
    },
    streams: new Streams(limits),
    metrics,
    audit,
    refusals,
    countRefusal,
    hookGuard: new HookGuard({ limits, refusals, now }),
    rates: new ChangeRates({ refusals, countRefusal, now }),
    marks,
    authoring: begin === null ? null : new McpSessions(begin, limits.heartbeat),
    document: createDocument(),
    ending: ending.signal,
  };
  const app = createApp(parts, access, routes);
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // What cannot be read as a request does not reach the app.
    errorHandler: (error) => (isDefect(error, onDefect) ? toApiProblem(error) : badRequest()).toResponse(),
  });
  const requestTime = limits.bodyTime + 15_000;
  const { server, scheme, renew, cutOff } = createListener(
    options.tls ?? null,
    { requestTime },
    (request, response) => {
      void listener(request, response);
    },
  );
  server.on('clientError', (error, socket) => answerUnreadable(error, socket, countRefusal));
  const address = await listen(server, { host, port, option: '--port N' });
  const onTrigger = (runId: string): void => {
    parts.onStart(runId);
    noteTriggered(service, audit, runId).catch(onDefect);
  };
  triggers.begin(onTrigger).catch(onDefect);
  return {
    address: `${scheme}://${address}`,
    renew,
    close: async () => {
      ending.abort();
      await parts.authoring?.close();
      const timer = setTimeout(cutOff, GRACE);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      clearTimeout(timer);
    },
  };
}

/** What starts runs by itself is named by them. */
async function noteTriggered(service: RunService, audit: AuditFile | null, runId: string): Promise<void> {
  const run = audit === null ? null : await service.get(runId);
  if (run === null) return;
  const { workflow, trigger } = run;
  audit?.note({ action: 'started', by: trigger ?? 'signalbox.serve.yaml', token: null, run: runId, workflow });
}

/** A clock that never goes back, in ms. */
function now(): number {
  return performance.now();
}

function isDefect(error: unknown, onDefect: (error: unknown) => void): boolean {
  if (error instanceof Error && error.name === 'RequestError') return false;
  onDefect(error);
  return true;
}

function badRequest(): ApiProblem {
  return new ApiProblem('BAD_REQUEST', 'The address or the header Host cannot be read.');
}

/** Answers what is no HTTP, where there still is somebody to answer, and hangs up. */
function answerUnreadable(error: Error & { readonly code?: string }, socket: Duplex, countRefusal: CountRefusal): void {
  // What is no TLS has agreed on no key to be answered with.
  if (error.code === 'ECONNRESET' || /SSL|TLS/.test(error.code ?? '') || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new ApiProblem(...describeUnreadable(error.code));
  const rule = ruleOf(problem);
  if (rule !== null) countRefusal(rule);
  const body = problem.format();
  socket.end(
    `HTTP/1.1 ${problem.status} Refused\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function describeUnreadable(code: string | undefined): [ProblemCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['HEADERS_TOO_LARGE', 'The headers are larger than 16 KiB. Send less.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['BODY_TIMEOUT', 'The request did not arrive in time. Send it faster.'];
  return ['BAD_REQUEST', 'What was sent is not an HTTP request.'];
}
