import { parseDuration } from '../../model/index.ts';
import { parseProxies, type TrustedProxies } from '../../server/index.ts';
import { defineArguments, oneFolder, type Parsed } from '../arguments/Arguments.ts';
import { file, flag, misuse, type Option, PORT, text, texts, usual, value, whole, word } from '../arguments/options.ts';
import { GIVEN, givenOf, REPEAT } from '../given/GIVEN.ts';

/** An address without a slash at its end; undefined for what is no address, or has more than a path. */
export function readAddress(written: string): string | undefined {
  if (!URL.canParse(written)) return undefined;
  const { protocol, search, hash } = new URL(written);
  const isBare = search === '' && hash === '';
  return isBare && (protocol === 'http:' || protocol === 'https:') ? written.replace(/\/+$/, '') : undefined;
}

/** Options of what serves a folder or executes its runs. */
export const SERVING = {
  ...GIVEN,
  repeat: REPEAT,
  host: usual(text, '127.0.0.1'),
  /** The state folder; null: that of the folder. */
  state: file,
  /** The folder that runs write files in; null: one in the state folder. */
  files: file,
  /** The cluster that executes the runs: where it takes calls, and its admin API. */
  restate: value(readAddress, 'an address such as http://127.0.0.1:8080'),
  restateAdmin: value(readAddress, 'an address such as http://127.0.0.1:9070'),
} as const;

const PROXIES: Option<TrustedProxies> = {
  type: 'string',
  multiple: true,
  read: (lists, option) => {
    const proxies = parseProxies(lists);
    if (!proxies.ok) throw misuse(proxies.error, option);
    return proxies.value;
  },
};

/** What `signalbox serve` takes. */
export const SERVE = defineArguments(
  'serve',
  {
    ...SERVING,
    port: usual(PORT, 4700),
    /** Origins of other sites whose pages may use the API. */
    cors: texts,
    /** The files of the certificate and its key; without them it answers http. */
    tlsCert: file,
    tlsKey: file,
    /** Proxies whose word on who sent a request counts. */
    trustProxy: PROXIES,
    /** Whether programs that write workflows have the tools of `signalbox mcp` here. */
    authoring: flag,
    /** Runs at work at a time, and runs that wait for their turn at most; null: as the configuration says. */
    active: whole(1, 10_000),
    queue: whole(0, 1_000_000),
    /** How long calls under way may take at the end, in ms. */
    drain: usual(value(readDuration, 'a time such as 30s or 2m'), 30_000),
    /** How the log is written; null: text at a terminal, JSON elsewhere. */
    log: word('text', 'json'),
  },
  ({ tlsCert: cert, tlsKey: key, restate: ingress, restateAdmin: admin, ...values }, names) => ({
    ...values,
    ...givenOf(values),
    name: 'serve' as const,
    folder: oneFolder('serve', names),
    tls: cert === null || key === null ? null : { cert, key },
    /** The cluster that executes the runs; null: this process does. */
    restate: ingress === null || admin === null ? null : { ingress, admin },
  }),
  [
    { where: ['tlsCert'], needs: ['tlsKey'], why: 'TLS takes a certificate and its key.' },
    { where: ['tlsKey'], needs: ['tlsCert'], why: 'TLS takes a certificate and its key.' },
    { where: ['restate'], needs: ['restateAdmin'], why: 'A cluster has two addresses.' },
    { where: ['restateAdmin'], needs: ['restate'], why: 'A cluster has two addresses.' },
  ],
);

export type ServeCommand = Parsed<typeof SERVE>;

function readDuration(written: string): number | undefined {
  const duration = parseDuration(written);
  return duration.ok ? duration.value : undefined;
}
