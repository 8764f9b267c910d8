import { err, ok, type Result } from '../../base/index.ts';
import { GIVEN_OPTIONS, type GivenOptions, parseGiven } from '../given/parseGiven.ts';
import { readArguments } from '../readArguments.ts';
import { readAddress } from './parseServe.ts';

/** `signalbox worker`. */
export interface WorkerCommand extends GivenOptions {
  readonly name: 'worker';
  /** The folder of the workflows, for the files that runs read and write. */
  readonly folder: string;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** The state folder; null: that of the folder. */
  readonly state: string | null;
  /** The folder that runs write files in; null: one in the state folder. */
  readonly files: string | null;
  /** Where the cluster is told of this worker; null: it is told otherwise. */
  readonly admin: string | null;
  /** Where the cluster takes calls: runs that are blocked by what this worker has are resumed there; null: they are not. */
  readonly ingress: string | null;
  /** The address under which the cluster reaches this worker, or a balancer before it; null: that it listens at. */
  readonly advertise: string | null;
  /** Where the API of the cluster is called: requests of runs to it are marked, and `reach` keeps runs from it. */
  readonly apis: readonly string[];
  /** Where what the worker counts is served; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Public keys of the cluster. */
  readonly identityKeys: readonly string[];
}

/** The port that a worker listens at, unless another one is named. */
const PORT = 9080;

const OPTIONS = {
  ...GIVEN_OPTIONS,
  host: { type: 'string' },
  port: { type: 'string' },
  state: { type: 'string' },
  files: { type: 'string' },
  restate: { type: 'string' },
  'restate-admin': { type: 'string' },
  advertise: { type: 'string' },
  api: { type: 'string', multiple: true },
  metrics: { type: 'string' },
  identity: { type: 'string', multiple: true },
} as const;

/** Reads the arguments after `signalbox worker`. The error is one sentence; throws what {@link readArguments} throws. */
export function parseWorker(args: readonly string[]): Result<WorkerCommand, string> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('A worker has one folder. Use signalbox worker FOLDER.');
  if (folder === '' || values.state === '' || values.files === '')
    return err('The name of a folder is empty. Is a variable of your shell unset?');
  const given = parseGiven(values);
  if (!given.ok) return given;
  const port = Number(values.port ?? PORT);
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    return err('--port needs a number from 0 to 65535; 0 takes any that is free.');
  const admin = readAddress(values['restate-admin']);
  if (admin === undefined) return err('--restate-admin needs an address such as http://127.0.0.1:9070.');
  const ingress = readAddress(values.restate);
  if (ingress === undefined || (ingress !== null && admin === null))
    return err('--restate needs an address such as http://127.0.0.1:8080, and --restate-admin as well.');
  const advertise = readAddress(values.advertise);
  if (advertise === undefined) return err('--advertise needs an address such as http://worker.example.com:9080.');
  const apis = (values.api ?? []).map(readAddress);
  if (!apis.every((api) => typeof api === 'string'))
    return err('--api needs an address such as http://api.example.com:7070.');
  const metrics = values.metrics === undefined ? null : readListenAt(values.metrics);
  if (metrics === undefined)
    return err('--metrics needs a port, such as 9464, or an address and a port: 10.0.0.5:9464.');
  const { host = '127.0.0.1', state = null, files = null, identity: identityKeys = [] } = values;
  const addresses = { admin, ingress, advertise, apis, identityKeys };
  return ok({ name: 'worker', ...given.value, folder, host, port, metrics, state, files, ...addresses });
}

/** `9464`, `10.0.0.5:9464` or `[::1]:9464`; without an address, this computer alone. Undefined for anything else. */
function readListenAt(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[\da-f:]+\]|[^[\]:/\s]+):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  return digits === '' || port > 65_535 ? undefined : { host: host.replace(/^\[|\]$/g, ''), port };
}
