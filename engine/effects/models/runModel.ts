import type { ModelCall, Outcome } from '../../run/index.ts';
import { MOCK_PROVIDER } from '../../tools/index.ts';
import type { ModelContext, ModelProvider } from './ModelProvider.ts';

/** Loaded with the first mock call. */
const answerWithMock: ModelProvider = async (call, context) =>
  (await import('./mock.ts')).answerWithMock(call, context);

/** Loaded with the first call to a provider. */
const askProvider: ModelProvider = async (call, context) =>
  (await import('./askProvider.ts')).askProvider(call, context);

/** Asks a model for one turn. A simulated run asks no provider; an unknown one is a CONFIGURATION_ERROR that names what there is. */
export async function runModel(call: ModelCall, context: ModelContext): Promise<Outcome> {
  return call.simulate || call.provider === MOCK_PROVIDER ? answerWithMock(call, context) : askProvider(call, context);
}
