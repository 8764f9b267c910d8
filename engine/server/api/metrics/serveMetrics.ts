import type { IncomingMessage, ServerResponse } from 'node:http';
import { Access, expectScope } from '../Access.ts';
import { ApiProblem, toApiProblem } from '../ApiProblem.ts';
import { expectWhole } from '../limited/limitParts.ts';
import { createListener, listen } from '../network/createListener.ts';
import { NO_PROXIES } from '../network/TrustedProxies.ts';
import { USUAL_LIMITS } from '../RateLimit.ts';
import { type RefusalCounts, ruleOf } from '../refused/RefusalCounts.ts';
import type { TokenFile } from '../TokenFile.ts';
import { formatRefusals, METRICS_TYPE } from './Metrics.ts';

/** Where metrics are served, and what they count. */
export interface MetricsOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly tokens: TokenFile;
  readonly refusalCounts: RefusalCounts;
  readonly onDefect: (error: unknown) => void;
}

/** A server of metrics that answers. */
export interface MetricsServer {
  /** Of the metrics themselves: `http://127.0.0.1:9464/metrics`. */
  readonly address: string;
  close(): void;
}

const ROUTE = '/metrics';
/** How long a request may take to arrive, in ms. */
const REQUEST_TIME = 10_000;

/**
 * Serves what a program that has no API counts: `GET /metrics` with the refusals, to whoever the API would let read its own.
 * Rejects with an `Error` for the user: the port is taken, or others could connect without a token.
 */
export async function serveMetrics(options: MetricsOptions): Promise<MetricsServer> {
  const { host, port, tokens } = options;
  const limits = USUAL_LIMITS;
  const access = await Access.open({ tokens, cors: [], proxies: NO_PROXIES, limits, now }, host);
  const { server, cutOff } = createListener(null, { requestTime: REQUEST_TIME }, (request, response) => {
    void answer(request, response, access, options);
  });
  const address = await listen(server, { host, port, option: '--metrics [HOST:]PORT' });
  return {
    address: `http://${address}${ROUTE}`,
    close: () => {
      server.close();
      cutOff();
    },
  };
}

/** A clock that never goes back, in ms. */
function now(): number {
  return performance.now();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  access: Access,
  { refusalCounts, onDefect }: MetricsOptions,
): Promise<void> {
  const own = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  try {
    const visitor = await access.identify(request);
    expectScope(visitor, 'read');
    expectWhole(visitor, { isOfServer: true });
    if (request.url?.split('?', 1)[0] !== ROUTE) throw new ApiProblem('NOT_FOUND', `There is only ${ROUTE} here.`);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiProblem('METHOD_REFUSED', `Use GET ${ROUTE}.`, { headers: { Allow: 'GET, HEAD' } });
    response.writeHead(200, { ...own, 'Content-Type': METRICS_TYPE });
    response.end(`${formatRefusals(refusalCounts).join('\n')}\n`);
  } catch (error) {
    const problem = toApiProblem(error);
    if (problem.code === 'FAILED') onDefect(problem.cause ?? problem);
    const rule = ruleOf(problem);
    if (rule !== null) refusalCounts.count(rule);
    response.writeHead(problem.status, { ...own, ...problem.headers, 'Content-Type': 'application/problem+json' });
    response.end(problem.format());
  }
}
