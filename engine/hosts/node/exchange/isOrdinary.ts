import type { ExchangeRequest } from '../../../effects/index.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Headers of the connection, and those that change what `fetch` does. */
const UNUSUAL: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The lowest port that anybody may listen at. Of those below, `fetch` refuses many. */
const LOWEST = 1_024;

/** The others that `fetch` refuses: what listens there may take a request for something else. */
const REFUSED: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Whether Node was told to use the proxies of the environment, which its `fetch` then does. */
const HAS_PROXY =
  process.env['NODE_USE_ENV_PROXY'] !== undefined ||
  [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((option) => option.includes('--use-env-proxy'));

/** Whether a request is one that leaves nothing to decide: all others are for `fetch`, which refuses some of them. */
export function isOrdinary({ method, headers }: Pick<ExchangeRequest, 'method' | 'headers'>, url: URL): boolean {
  const { protocol, port, username, password } = url;
  if (HAS_PROXY || !METHODS.has(method)) return false;
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return false;
  if (port !== '' && (Number(port) < LOWEST || REFUSED.has(Number(port)))) return false;
  for (const name of headers.keys()) if (UNUSUAL.has(name)) return false;
  return true;
}
