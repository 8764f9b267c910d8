import type { ExchangeRequest } from '../../../effects/index.ts';
import { isProxied } from './isProxied.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Headers of the connection, which `fetch` refuses or writes itself. */
export const REFUSED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that change what `fetch` does. */
const UNUSUAL: ReadonlySet<string> = new Set(['accept-encoding', 'host', 'range']);

/** The lowest port that anybody may listen at. */
const LOWEST = 1_024;

/** The ports that `fetch` refuses: what listens there may take a request for something else. */
const REFUSED: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Whether the port of an address is one that `fetch` refuses. */
export function isRefusedPort({ port }: URL): boolean {
  return port !== '' && REFUSED.has(Number(port));
}

/** Whether a request is one that leaves nothing to decide: all others are for `fetch`, which refuses some of them. */
export function isOrdinary({ method, headers }: Pick<ExchangeRequest, 'method' | 'headers'>, url: URL): boolean {
  const { protocol, port, username, password } = url;
  if (!METHODS.has(method) || isProxied(url)) return false;
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return false;
  if (port !== '' && (Number(port) < LOWEST || isRefusedPort(url))) return false;
  for (const name of headers.keys()) if (UNUSUAL.has(name) || REFUSED_HEADERS.has(name)) return false;
  return true;
}
