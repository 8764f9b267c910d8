import { ok, type Result } from '../../base/index.ts';
import type { createPerformer, HostPorts, KeyValueStore, MemoryHome } from '../../effects/index.ts';
import { prepareRun } from '../prepareRun.ts';
import type { RunReader } from './exported/RunReader.ts';
import type { RunStore } from './journal/RunStore.ts';
import type { StorageWatch } from './journal/storageFailure.ts';
import type { Clock } from './platform/clock.ts';
import type { RunLocks } from './platform/locks.ts';
import type { RunRequest, StartFailure, Variable } from './protocol/protocol.ts';
import type { ChannelPort } from './protocol/RunChannel.ts';
import type { NewRecord } from './run/open/openExecution.ts';
import { startSummary } from './run/record/toSummary.ts';
import type { SecretBroker } from './workspace/SecretBroker.ts';
import type { WorkspacePorts } from './workspace/WorkspacePorts.ts';

/** What the worker provides for its engine. */
export interface EngineContext {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly locks: RunLocks;
  readonly channel: ChannelPort;
  /** A unique and unguessable text: for ids of runs and salts of placeholders. */
  readonly uniqueText: () => string;
  /** The secrets, and the questions about them. */
  readonly secrets: SecretBroker;
  /** Reports on storage that was deleted or closed from outside. */
  readonly storage: Pick<StorageWatch, 'subscribe'>;
  /** See `lifeLock` in `protocol.ts`. */
  readonly lifeLock: Promise<string | null>;
  /** The storage of memories, across runs. */
  readonly memory: MemoryHome;
  /** What tools may use besides: a sandbox for scripts, a store for values. */
  readonly ports: HostPorts;
  /** The store of files that runs write and that are not workflows. */
  readonly keptFiles: KeyValueStore;
  /** Recorded with each run. */
  readonly version: string;
  /** Instead of that of `effects`. */
  readonly createPerformer?: typeof createPerformer;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Reads runs from files. */
  readonly reader: RunReader;
}

/** A run that can be stored and executed. */
export interface PreparedStart {
  readonly record: NewRecord;
  /** With those that the workflows below it are given. */
  readonly variables: readonly Variable[];
}

/** Makes the record of a new run of a file, under a new id; the failure where its text or its input does not allow one. */
export async function prepareStart(
  { clock, secrets, uniqueText, version }: EngineContext,
  workspace: WorkspacePorts,
  request: RunRequest,
): Promise<Result<PreparedStart, StartFailure>> {
  const given = secrets.fill(request.variables);
  const runId = `run-${uniqueText()}`;
  const salt = uniqueText();
  const stamp = { runId, at: clock.now(), salt, version };
  const prepared = await prepareRun({ ...request, variables: given }, stamp);
  if (!prepared.ok) return prepared;
  const { addUnset } = await import('../unsetVariables.ts');
  const all = addUnset(prepared.value.workflow, given);
  const whole = all === given ? given : secrets.fill(all);
  const variables = await workspace.takeBelow(prepared.value.workflow, whole);
  const taken = variables === whole ? prepared : await prepareRun({ ...request, variables }, stamp);
  if (!taken.ok) return taken;
  const { started, workflow, imported } = taken.value;
  const { source, baseUrl } = request;
  const { withSeal } = await import('./run/record/findChange.ts');
  const details = { runId, source, files: imported, input: started.input, engine: version, salt, baseUrl };
  const record = { summary: startSummary(started, workflow.name), details, inputs: [started], workflow };
  return ok({ record: withSeal(record), variables });
}
