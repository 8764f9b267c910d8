import { defineArguments, oneFolder, type Parsed } from '../arguments/Arguments.ts';
import { PORT, texts, usual, value, values } from '../arguments/options.ts';
import { givenOf } from '../given/GIVEN.ts';
import { readAddress, SERVING } from './SERVE.ts';

/** What `signalbox worker` takes. */
export const WORKER = defineArguments(
  'worker',
  {
    ...SERVING,
    port: usual(PORT, 9080),
    /** The address under which the cluster reaches this worker, or a balancer before it; null: that it listens at. */
    advertise: value(readAddress, 'an address such as http://worker.example.com:9080'),
    /** Where the API of the cluster is called: requests of runs to it are marked, and `reach` keeps runs from it. */
    api: values(readAddress, 'an address such as http://api.example.com:7070'),
    /** Where what the worker counts is served; null: nowhere. */
    metrics: value(readListenAt, 'a port, such as 9464, or an address and a port: 10.0.0.5:9464'),
    /** Public keys of the cluster. */
    identity: texts,
  },
  (values, names) => ({
    ...values,
    ...givenOf(values),
    name: 'worker' as const,
    folder: oneFolder('worker', names),
  }),
  [{ where: ['restate'], needs: ['restateAdmin'], why: 'The worker is registered there.' }],
);

export type WorkerCommand = Parsed<typeof WORKER>;

/** `9464`, `10.0.0.5:9464` or `[::1]:9464`; without an address, this computer alone. Undefined for anything else. */
function readListenAt(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[\da-f:]+\]|[^[\]:/\s]+):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  return digits === '' || port > 65_535 ? undefined : { host: host.replace(/^\[|\]$/g, ''), port };
}
