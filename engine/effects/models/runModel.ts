import type { ModelCall, Outcome } from '../../run/index.ts';
import { MOCK_PROVIDER, MODEL_PROVIDERS } from '../../tools/index.ts';
import { fail } from '../outcome.ts';
import type { ModelContext, ModelProvider } from './ModelProvider.ts';

/** Loaded with the first mock call. */
const answerWithMock: ModelProvider = async (call, context) =>
  (await import('./mock.ts')).answerWithMock(call, context);

/** Loaded with the first call to a provider. */
const askProvider: ModelProvider = async (call, context) => {
  const [{ askModel }, { PROVIDER_SPECS }] = await Promise.all([import('./askModel.ts'), import('./specs.ts')]);
  const spec = PROVIDER_SPECS.get(call.provider);
  return spec === undefined ? unknownProvider(call) : askModel(spec, call, context);
};

/** Asks a model for one turn. A simulated run asks no provider; an unknown one is a CONFIGURATION_ERROR that names what there is. */
export async function runModel(call: ModelCall, context: ModelContext): Promise<Outcome> {
  if (call.simulate || call.provider === MOCK_PROVIDER) return answerWithMock(call, context);
  return MODEL_PROVIDERS.includes(call.provider) ? askProvider(call, context) : unknownProvider(call);
}

function unknownProvider(call: ModelCall): Outcome {
  const what =
    call.provider === ''
      ? `The agent ${call.agentId} names no provider`
      : `There is no model provider “${call.provider}” here`;
  return fail(
    'CONFIGURATION_ERROR',
    `${what}. Available: ${MODEL_PROVIDERS.join(', ')}. Set config.provider of the agent ${call.agentId}, or start a simulated run.`,
    { type: 'model', reason: 'unknown_provider', provider: call.provider, available: [...MODEL_PROVIDERS] },
  );
}
