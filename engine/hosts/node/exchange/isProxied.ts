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
