import type { JsonObject } from '#engine';
import type { ModelTest } from '#engine/worker';
import { enginePort, ignoreDeath } from './runEngine.ts';
import { session } from './store.ts';

/** Asks a model for one word with an agent's `config`, as its file has it. Null when the engine is not there. */
export async function testModel(config: JsonObject): Promise<ModelTest | null> {
  const { variables } = session.getState();
  try {
    return (await enginePort()?.engine.testModel({ config, variables })) ?? null;
  } catch (error) {
    ignoreDeath(error);
    return null;
  }
}
