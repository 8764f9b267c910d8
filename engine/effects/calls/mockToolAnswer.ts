import type { Json } from '../../base/index.ts';
import { sampleFromSchema } from '../../schema/index.ts';

/** The answer of a tool in a simulated run: a value its output schema allows, the same for the same seed. */
export function mockToolAnswer(outputSchema: Json | null, seed: number): Json {
  return sampleFromSchema(outputSchema ?? {}, seed);
}
