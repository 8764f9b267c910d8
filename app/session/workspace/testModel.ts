import type { JsonObject } from '#engine/values';
import type { ModelTest } from '#engine/worker';
import { ignoreWorkerExit, reachOut } from '../document/engine.ts';
import { session } from '../store/store.ts';

/**
 * Asks a model for one word with an agent's `config`, as the active file has it; where that is not trusted, the user is
 * asked first. Null when the engine is not there, and when the user says no.
 */
export async function testModel(config: JsonObject): Promise<ModelTest | null> {
  try {
    const {
      document: { activePath: path },
    } = session.getState();
    if (path === null) return null;
    const defines = { agents: [{ id: 'test', use: 'core:agent', config }] };
    return await reachOut({ type: 'file', path, defines }, (engine) =>
      engine.testModel({ config, variables: session.getState().workspace.variables }),
    );
  } catch (error) {
    ignoreWorkerExit(error);
    return null;
  }
}
