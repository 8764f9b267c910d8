import { type JsonObject, layOver } from '../../../base/index.ts';
import { createPerformer, Exposure, type HostPorts, type KeyValueStore } from '../../../effects/index.ts';
import type { Workflow } from '../../../model/index.ts';
import {
  type AnsweredCall,
  askWithin,
  type LiveAnswer,
  LiveAnswers,
  LiveBudget,
  type LiveFile,
  unknownSecrets,
} from '../../../proof/index.ts';
import type { Call, ModelPrice } from '../../../run/index.ts';
import { prepareEnv } from '../../prepareEnv.ts';
import { type Clock, createDelay } from '../platform/clock.ts';
import type { LiveRequest } from '../protocol/Datasets.ts';
import type { Variable } from '../protocol/protocol.ts';
import type { SecretAsker } from '../workspace/SecretBroker.ts';
import type { PortsOptions } from '../workspace/WorkspacePorts.ts';
import { KeptAnswers } from './KeptAnswers.ts';

/** What asking for real needs of the engine. */
export interface LiveContext {
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
  readonly createPerformer?: typeof createPerformer;
  readonly uniqueText: () => string;
  /** Where answers are kept on this device. */
  readonly keptFiles: KeyValueStore;
  /** Variables with the values of their secrets. */
  readonly fill: (variables: readonly Variable[]) => Promise<readonly Variable[]>;
  /** The ports of a run: calls are made as its calls, and the person is asked about secrets as for it. */
  readonly portsOf: (run: PortsOptions & SecretAsker) => HostPorts;
}

/** The tests that ask. */
export interface Asking {
  /** The test file. */
  readonly testFile: string;
  /** The file of answers next to it; empty where there is none. */
  readonly text: string;
  /** The workflow that is tested, and its path. */
  readonly path: string;
  readonly workflow: Workflow;
  readonly prices: readonly ModelPrice[];
  /** Null: nothing is asked for real. */
  readonly live: LiveRequest | null;
}

/** What answers the calls of a test file that are to be asked for real, what that has taken, and what is kept. */
export interface OpenLive extends LiveFile {
  /** Placeholders of the variables whose values are unknown, and what is set here; `env` is both. */
  readonly unknown: JsonObject;
  readonly given: JsonObject;
  /** Makes a call for real, within the budget; or says why not. */
  readonly ask: (call: Call) => Promise<LiveAnswer>;
  readonly store: KeptAnswers;
  readonly budget: LiveBudget;
  readonly close: () => void;
}

async function refuse(): Promise<LiveAnswer> {
  return { refusal: 'nothing is asked here.' };
}

/** Opens what was kept for a test file, and what asks for more, as a run would. Rejects with an `Error` for the user where this device cannot be read. */
export async function openLive(asking: Asking, context: LiveContext): Promise<OpenLive> {
  const { testFile, text, workflow, prices, live } = asking;
  const isFresh = live?.isFresh ?? false;
  const store = await KeptAnswers.open(context.keptFiles, testFile, { text, isFresh });
  const budget = new LiveBudget(live?.limits ?? {}, prices);
  const unknown = unknownSecrets(workflow);
  const shared = { store, budget, prices };
  if (live === null) {
    const answers = new LiveAnswers(store, null);
    return {
      ...shared,
      answers,
      ask: refuse,
      unknown,
      given: {},
      env: unknown,
      conceal: (value) => value,
      close: () => undefined,
    };
  }
  const variables = await context.fill(live.variables);
  const salt = context.uniqueText();
  const { env, vault } = prepareEnv(workflow, variables, salt);
  const performer = openPerformer(asking, { variables, salt, vault }, context);
  const ask = async (call: Call): Promise<AnsweredCall> => {
    const start = context.clock.now();
    const outcome = await performer.perform(call, new AbortController().signal);
    return { outcome, duration: context.clock.now() - start };
  };
  return {
    ...shared,
    answers: new LiveAnswers(store, { ask, budget }),
    ask: (call) => askWithin({ ask, budget }, call),
    unknown,
    given: env,
    env: layOver(unknown, env),
    conceal: vault.mask,
    close: performer.close,
  };
}

function openPerformer(
  { path }: Asking,
  own: Pick<PortsOptions, 'variables' | 'salt' | 'vault'>,
  { clock, fetch, createPerformer: create = createPerformer, portsOf }: LiveContext,
) {
  const { files: _, ...ports } = portsOf({
    ...own,
    runId: `tests-${own.salt}`,
    path,
    exposure: new Exposure(),
    runWorkflow: () => Promise.reject(new Error('A test starts no workflow.')),
  });
  return create({
    ...ports,
    baseUrl: '',
    resolveSecret: own.vault.resolveSecret,
    delay: createDelay(clock),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
