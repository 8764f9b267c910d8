import type { ExchangeRequest } from '../../../effects/index.ts';

/** What decides which requests of `fetch` go by a proxy. */
export interface ProxyGiven {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The options that Node was started with. */
  readonly options: readonly string[];
  /** Node's, as `24.5.0`. */
  readonly version: string;
}

/**
 * Whether Node's `fetch` sends a request by a proxy that the environment names: only if Node can do that, was told to, and there is one for the
 * scheme that is not bypassed for the host. Where versions of Node read `NO_PROXY` differently, the proxy counts as bypassed.
 */
export function isProxied(url: URL, given: ProxyGiven = ofProcess()): boolean {
  if (!usesProxies(given)) return false;
  const ofHttp = read(given, 'http_proxy');
  const proxy = url.protocol === 'https:' ? read(given, 'https_proxy') || ofHttp : ofHttp;
  return proxy !== '' && !isBypassed(url, read(given, 'no_proxy'));
}

function ofProcess(): ProxyGiven {
  const { env, execArgv, versions } = process;
  return { env, options: execArgv, version: versions.node };
}

/** `NODE_USE_ENV_PROXY` came with Node 24.0 and 22.21, the option with 24.5 and 22.21. */
function usesProxies({ env, options, version }: ProxyGiven): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 24 && (major !== 22 || minor < 21)) return false;
  if (env['NODE_USE_ENV_PROXY'] === '1') return true;
  const given = [...options, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return given.includes('--use-env-proxy') && (major !== 24 || minor >= 5);
}

/** A variable by its name in small letters, which takes precedence over the one in capitals even if it is empty. */
function read({ env }: ProxyGiven, name: string): string {
  return env[name] ?? env[name.toUpperCase()] ?? '';
}

function isBypassed({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.toLowerCase();
  const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = entry, only] = /^(.+):(\d+)$/.exec(entry) ?? [];
    if (only !== undefined && only !== own) return false;
    if (name.startsWith('*')) return host.endsWith(name.slice(1).toLowerCase());
    const domain = name.replace(/^\./, '').toLowerCase();
    return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
  });
}

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
