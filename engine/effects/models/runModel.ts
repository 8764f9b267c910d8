import type { ModelCall, Outcome } from '../../run/index.ts';
import { fail } from '../outcome.ts';
import type { ModelContext, ModelProvider } from './ModelProvider.ts';

/** Comes with the first call that is made up. */
const answerWithMock: ModelProvider = async (call, context) =>
  (await import('./mock.ts')).answerWithMock(call, context);

/** The providers that answer here, by the name in `config.provider`. */
const PROVIDERS: ReadonlyMap<string, ModelProvider> = new Map([['mock', answerWithMock]]);

/** Asks a model for one turn. A simulated run asks no provider; an unknown one is a CONFIGURATION_ERROR that names what there is. */
export async function runModel(call: ModelCall, context: ModelContext): Promise<Outcome> {
  if (call.simulate) return answerWithMock(call, context);
  const provider = PROVIDERS.get(call.provider);
  if (provider !== undefined) return provider(call, context);
  const names = [...PROVIDERS.keys()].join(', ');
  const what =
    call.provider === ''
      ? `The agent ${call.agentId} names no provider`
      : `There is no model provider “${call.provider}” here`;
  return fail(
    'CONFIGURATION_ERROR',
    `${what}. Available: ${names}. Set config.provider of the agent ${call.agentId}, or start a simulated run.`,
    { type: 'model', reason: 'unknown_provider', provider: call.provider, available: [...PROVIDERS.keys()] },
  );
}
