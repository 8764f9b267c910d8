import { err, ok, type Result } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import { parseProxies, type TlsFiles, type TrustedProxies } from '../../server/index.ts';
import type { RestateAddresses } from '../../service/index.ts';
import { GIVEN_OPTIONS, type GivenOptions, parseGiven } from '../given/parseGiven.ts';
import { readArguments } from '../readArguments.ts';
import type { LogFormat } from './openLog.ts';

/** `signalbox serve`. */
export interface ServeCommand extends GivenOptions {
  readonly name: 'serve';
  /** The folder of the workflows. */
  readonly folder: string;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** The state folder; null: that of the folder. */
  readonly state: string | null;
  /** The folder that runs write files in; null: one in the state folder. */
  readonly files: string | null;
  /** Origins of other sites whose pages may use the API. */
  readonly cors: readonly string[];
  /** The files of the certificate and its key; null: it answers http. */
  readonly tls: TlsFiles | null;
  /** Proxies whose word on who sent a request counts. */
  readonly proxies: TrustedProxies;
  /** Whether programs that write workflows have the tools of `signalbox mcp` here. */
  readonly authoring: boolean;
  /** The cluster that executes the runs; null: this process does. */
  readonly restate: RestateAddresses | null;
  /** Runs at work at a time, and runs that wait for their turn at most; null: as the configuration says. */
  readonly active: number | null;
  readonly queue: number | null;
  /** How long calls under way may take at the end, in ms. */
  readonly drain: number;
  /** How the log is written; null: text at a terminal, JSON elsewhere. */
  readonly log: LogFormat | null;
}

/** The port that is served, unless another one is named. */
const PORT = 4700;

/** How long calls under way may take at the end, in ms, unless that is said. */
const DRAIN = 30_000;

const OPTIONS = {
  ...GIVEN_OPTIONS,
  host: { type: 'string' },
  port: { type: 'string' },
  state: { type: 'string' },
  files: { type: 'string' },
  cors: { type: 'string', multiple: true },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'trust-proxy': { type: 'string', multiple: true },
  authoring: { type: 'boolean' },
  restate: { type: 'string' },
  'restate-admin': { type: 'string' },
  active: { type: 'string' },
  queue: { type: 'string' },
  drain: { type: 'string' },
  log: { type: 'string' },
} as const;

/** Reads the arguments after `signalbox serve`. The error is one sentence; throws what {@link readArguments} throws. */
export function parseServe(args: readonly string[]): Result<ServeCommand, string> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('One folder is served at a time. Use signalbox serve FOLDER.');
  if (folder === '' || values.state === '' || values.files === '')
    return err('The name of a folder is empty. Is a variable of your shell unset?');
  const given = parseGiven(values);
  if (!given.ok) return given;
  const port = readNumber('port', values.port, { least: 0, most: 65_535 });
  if (!port.ok) return port;
  const { 'tls-cert': cert = '', 'tls-key': key = '' } = values;
  if ((cert === '') !== (key === '') || (values['tls-cert'] ?? values['tls-key'] ?? null) === '')
    return err('TLS needs a certificate and its key: --tls-cert FILE and --tls-key FILE.');
  const proxies = parseProxies(values['trust-proxy'] ?? []);
  if (!proxies.ok) return proxies;
  const restate = readCluster(values.restate, values['restate-admin']);
  if (!restate.ok) return restate;
  const active = readNumber('active', values.active, { least: 1, most: 10_000 });
  if (!active.ok) return active;
  const queue = readNumber('queue', values.queue, { least: 0, most: 1_000_000 });
  if (!queue.ok) return queue;
  const drain = values.drain === undefined ? ok(DRAIN) : parseDuration(values.drain);
  if (!drain.ok) return err('--drain needs a time such as 30s or 2m.');
  const { log = null } = values;
  if (log !== null && log !== 'text' && log !== 'json') return err(`--log needs text or json, not "${log}".`);
  return ok({
    name: 'serve',
    ...given.value,
    folder,
    host: values.host ?? '127.0.0.1',
    port: port.value ?? PORT,
    state: values.state ?? null,
    files: values.files ?? null,
    cors: values.cors ?? [],
    tls: cert === '' ? null : { cert, key },
    proxies: proxies.value,
    authoring: values.authoring === true,
    restate: restate.value,
    active: active.value,
    queue: queue.value,
    drain: drain.value,
    log,
  });
}

function readCluster(ingress: string | undefined, admin: string | undefined): Result<RestateAddresses | null, string> {
  if (ingress === undefined && admin === undefined) return ok(null);
  const [calls, queries] = [readAddress(ingress), readAddress(admin)];
  if (calls && queries) return ok({ ingress: calls, admin: queries });
  return err(
    'A cluster has two addresses: --restate URL such as http://127.0.0.1:8080, and --restate-admin URL such as http://127.0.0.1:9070.',
  );
}

/** A whole number of an option; null where it is absent. */
function readNumber(
  option: string,
  text: string | undefined,
  { least, most }: { readonly least: number; readonly most: number },
): Result<number | null, string> {
  if (text === undefined) return ok(null);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return ok(value);
  return err(`--${option} needs a number from ${least} to ${most}, not "${text}".`);
}

/** An address without a slash at its end; null where there is none, undefined for what is no address, or has more than a path. */
export function readAddress(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  if (!URL.canParse(text)) return undefined;
  const { protocol, search, hash } = new URL(text);
  const isBare = search === '' && hash === '';
  return isBare && (protocol === 'http:' || protocol === 'https:') ? text.replace(/\/+$/, '') : undefined;
}
