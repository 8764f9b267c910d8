import { createPerformer, type HostPorts, type Performer } from '../../../effects/index.ts';
import { type Clock, createDelay } from '../platform/clock.ts';
import type { RunSummary } from '../protocol/protocol.ts';
import type { SecretAsker } from './SecretBroker.ts';
import type { PortsOptions } from './WorkspacePorts.ts';

/** What making calls needs of the engine. */
export interface PerformerHost {
  readonly clock: Clock;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Instead of that of `effects`. */
  readonly createPerformer?: typeof createPerformer;
  /** The ports of this host for the calls of a run: the person is asked about secrets as for that. */
  readonly portsOf: (run: PortsOptions & SecretAsker) => HostPorts;
}

/** What makes the calls of a run. */
export function openPerformer(
  run: PortsOptions & SecretAsker & { readonly baseUrl?: string | undefined },
  { clock, fetch, createPerformer: create = createPerformer, portsOf }: PerformerHost,
): Performer {
  return create({
    ...portsOf(run),
    baseUrl: run.baseUrl ?? '',
    resolveSecret: run.vault.resolveSecret,
    delay: createDelay(clock),
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** The run by which a recorded run asks about secrets: that which a person started, so that there is one question for an origin. */
export function askerOf({ runId, path, parent, importedFrom }: RunSummary): SecretAsker {
  const asker = { runId: parent?.root ?? runId, path: parent?.files[0] ?? path };
  return importedFrom === undefined ? asker : { ...asker, importedFrom };
}
