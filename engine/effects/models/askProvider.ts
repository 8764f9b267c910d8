import type { ModelCall, Outcome } from '../../run/index.ts';
import { MODEL_PROVIDERS } from '../../tools/index.ts';
import { fail } from '../outcome.ts';
import { askModel } from './askModel.ts';
import type { ModelContext } from './ModelProvider.ts';
import { PROVIDER_SPECS } from './specs.ts';

/** Asks a provider for one turn; a provider that is not here is a CONFIGURATION_ERROR. */
export async function askProvider(call: ModelCall, context: ModelContext): Promise<Outcome> {
  const spec = PROVIDER_SPECS.get(call.provider);
  return spec === undefined ? unknownProvider(call) : askModel(spec, call, context);
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
